// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: if it fails, nothing runs; look at the answer
// sentence: pawl: if it fails, nothing runs; look at the answer
// meaning: Nothing else tells that it was refused.
// repair: Look at the answer, or write `start().value()`, which throws.
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
  jobs.start();
#else
  pawl::service jobs{std::make_unique<store>(), buy{}};
  jobs.start().value();
#endif
}
