// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: in\(\.\.\.\) joins a transaction of yours, and this store has none to join; submit without it
// sentence: pawl: in(...) joins a transaction of yours, and this store has none to join; submit without it
// meaning: The store keeps no database whose transaction could be joined.
// repair: Submit without it, or use a store that has one.
#include <string>

#include <pawl/runtime/session.hpp>
#include <pawl/testing/storage/archetype.hpp>

struct order {
  std::string item;
  int count{};
};
struct buy : pawl::job<"shop.buy", pawl::lifecycles::service> {
  outcome<std::string> operator()(context&, order in) const { return in.item; }
};
using session = pawl::session<pawl::testing::storage_archetype, buy>;

bool use(const session& me, const pawl::job_ref<buy>& job) {
  static_cast<void>(job);
#ifdef COMPILE_FAIL
  int database = 0;
  static_cast<void>(me.in(&database));
  return true;
#else
  return me.submit<buy>({"tea", 1}).has_value();
#endif
}
