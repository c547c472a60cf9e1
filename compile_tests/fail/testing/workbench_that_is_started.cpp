// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: a workbench runs on the thread of its caller, when it is told to; write run\(\), run_to_end\(\) or advance\(10s\)
// sentence: pawl: a workbench runs on the thread of its caller, when it is told to; write run(), run_to_end() or advance(10s)
// meaning: A workbench has no threads, so that a test decides what happens when.
// repair: Say how far it is to run.
#include <pawl/testing/workbench.hpp>

struct buy
    : pawl::job<"shop.buy", pawl::lifecycles::service, pawl::errors<pawl::error::network_timeout>> {
  outcome<int> operator()(context&, int items) const { return items; }
};

void use(pawl::testing::workbench<pawl::testing::memory_store<>, buy>& jobs) {
#ifdef COMPILE_FAIL
  static_cast<void>(jobs.start());
#else
  jobs.run();
#endif
}
