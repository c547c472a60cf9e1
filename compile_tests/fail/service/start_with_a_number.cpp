// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: start takes options by their names; write jobs\.start\(\{\.workers = 4\}\)
// sentence: pawl: start takes options by their names; write jobs.start({.workers = 4})
// meaning: Nothing says what the number counts.
// repair: Name the option.
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
  pawl::service jobs{std::make_unique<store>(), buy{}};
  jobs.start(4).value();
#else
  pawl::service jobs{std::make_unique<store>(), buy{}};
  jobs.start({.workers = 4}).value();
#endif
}
