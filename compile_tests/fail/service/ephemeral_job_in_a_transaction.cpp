// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: an ephemeral job is not stored; submit it without a transaction
// sentence: pawl: an ephemeral job is not stored; submit it without a transaction
// meaning: A job that only lives in memory is submitted inside a transaction of the caller's, which could not take it back.
// repair: Submit it without the transaction, after the commit; or make it durable.
#include <string>

#include <pawl/runtime/session.hpp>
#include <pawl/testing/storage/archetype.hpp>

struct order {
  std::string item;
};
struct buy : pawl::job<"shop.buy", pawl::lifecycles::service> {
  outcome<void> operator()(context&, order) const { return {}; }
};
struct look : pawl::job<"shop.look", pawl::lifecycles::service, pawl::ephemeral<>> {
  outcome<void> operator()(context&, const order&) const { return {}; }
};

struct connection {};
struct store : pawl::testing::storage_archetype {
  using connection_type = connection;
};

void submit(const pawl::session<store, buy, look>& me, connection* mine) {
#ifdef COMPILE_FAIL
  static_cast<void>(me.in(mine).submit<look>({"tea"}));
#else
  static_cast<void>(me.in(mine).submit<buy>({"tea"}));
#endif
}
