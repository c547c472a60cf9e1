// SPDX-License-Identifier: BSL-1.0
// expect-error: is no handler; derive it from pawl::job<\.\.\.>
// sentence: pawl: … is no handler; derive it from pawl::job<...>
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
  pawl::service jobs{std::make_unique<store>(), [](auto&, order in) { return in.item; }};
#else
  pawl::service jobs{std::make_unique<store>(), buy{}};
#endif
}
