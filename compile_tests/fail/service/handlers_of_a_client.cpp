// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: a client takes the list of its job types; write pawl::jobs<handler>\{\}
// sentence: pawl: a client takes the list of its job types; write pawl::jobs<handler>{}
// meaning: A client runs nothing, so it needs no handler's object.
// repair: Give it the types.
#include <string>

#include <pawl/service.hpp>
#include <pawl/testing/memory_store.hpp>

struct order {
  std::string item;
  int count{};
};
struct buy : pawl::job<"shop.buy", pawl::lifecycles::service> {
  outcome<std::string> operator()(context&, order in) const { return in.item; }
};
using store = pawl::testing::memory_store<>;

int main() {
#ifdef COMPILE_FAIL
  pawl::client jobs{std::make_unique<store>(), buy{}};
#else
  pawl::client jobs{std::make_unique<store>(), pawl::jobs<buy>{}};
#endif
  auto session = jobs.as({.tenant = "t", .user = "u"});
  return session.submit<buy>({"tea", 1}) ? 0 : 1;
}
