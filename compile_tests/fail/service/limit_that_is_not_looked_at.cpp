// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: a limit that is refused stays as it was; look at the answer
// sentence: pawl: a limit that is refused stays as it was; look at the answer
// meaning: Nothing else tells that it was refused.
// repair: Look at the answer; if it does not matter, say `static_cast<void>`.
#include <string>

#include <pawl/service.hpp>
#include <pawl/testing/memory_store.hpp>

struct order {
  std::string item;
  int count{};
};
struct buy : pawl::job<"shop.buy", pawl::lifecycles::service, pawl::limits<pawl::concurrent<2>>> {
  outcome<std::string> operator()(context&, order in) const { return in.item; }
};
using store = pawl::testing::memory_store<>;

int main() {
#ifdef COMPILE_FAIL
  pawl::service jobs{std::make_unique<store>(), buy{}};
  jobs.configure<buy>("concurrent", 7);
#else
  pawl::service jobs{std::make_unique<store>(), buy{}};
  static_cast<void>(jobs.configure<buy>("concurrent", 7));
#endif
}
