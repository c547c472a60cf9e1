// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: a workbench runs on the thread of its caller, when it is told to; write run\(\), run_to_end\(\) or advance\(10s\)
// sentence: pawl: a workbench runs on the thread of its caller, when it is told to; write run(), run_to_end() or advance(10s)
#include <vector>

#include <pawl/testing/workbench.hpp>

using namespace std::chrono_literals;

struct buy : pawl::job<"shop.buy", pawl::lifecycles::service> {
  outcome<int> operator()(context&, int items) const { return items; }
};

void use(pawl::testing::workbench<pawl::testing::memory_store<>, buy>& jobs) {
#ifdef COMPILE_FAIL
  jobs.stop();
#else
  jobs.run();
#endif
}
