// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: this workbench has no such handler; give it to the workbench
// sentence: pawl: this workbench has no such handler; give it to the workbench
// meaning: A workbench is wanted about a handler that it was not given.
// repair: Give the handler to the workbench, or ask about one that it has.
#include <pawl/testing/workbench.hpp>

struct buy : pawl::job<"shop.buy", pawl::lifecycles::service> {
  outcome<int> operator()(context&, int items) const { return items; }
};
struct sell : pawl::job<"shop.sell", pawl::lifecycles::service> {
  outcome<int> operator()(context&, int items) const { return items; }
};

#ifdef COMPILE_FAIL
using wanted = sell;
#else
using wanted = buy;
#endif

std::size_t runs() {
  const pawl::testing::workbench jobs{buy{}};
  return jobs.runs<wanted>();
}
