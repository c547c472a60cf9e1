// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: list takes a filter; write list\(\{\.handler =
// sentence: pawl: list takes a filter; write list({.handler = "shop.bill"}), or list() for all
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

bool use(const session& me) {
#ifdef COMPILE_FAIL
  return me.list<buy>().has_value();
#else
  return me.list({.handler = "shop.buy"}).has_value();
#endif
}
