// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: submit_all<buy> takes a range of order, and order is no range; give it a container, a view or a generator
// sentence: pawl: submit_all<…> takes a range of …, and … is no range; give it a container, a view or a generator
// meaning: `submit_all` goes over what it is given with `begin` and `end`.
// repair: Submit one input with `submit`, many as a range.
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

std::size_t use(const session& me) {
#ifdef COMPILE_FAIL
  me.submit_all<buy>(order{"tea", 1}, pawl::only_counted);
  return 0;
#else
  return me.submit_all<buy>(std::vector<order>{}, pawl::only_counted).accepted;
#endif
}
