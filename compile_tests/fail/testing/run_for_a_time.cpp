// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: run takes nothing and does all there is to do now; to let time pass, write advance\(10s\) or run_to_end\(\)
// sentence: pawl: run takes nothing and does all there is to do now; to let time pass, write advance(10s) or run_to_end()
// meaning: A test says when time passes, and `run` lets none pass.
// repair: Let time pass by `advance`, or let `run_to_end` do so as it needs to.
#include <vector>

#include <pawl/testing/workbench.hpp>

using namespace std::chrono_literals;

struct buy : pawl::job<"shop.buy", pawl::lifecycles::service> {
  outcome<int> operator()(context&, int items) const { return items; }
};

void use(pawl::testing::workbench<pawl::testing::memory_store<>, buy>& jobs) {
#ifdef COMPILE_FAIL
  jobs.run(10s);
#else
  jobs.advance(10s);
  jobs.run();
#endif
}
