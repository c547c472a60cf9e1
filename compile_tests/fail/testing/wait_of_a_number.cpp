// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: run_to_end takes the longest time that it may wait, such as 10s; write that, or nothing
// sentence: pawl: run_to_end takes the longest time that it may wait, such as 10s; write that, or nothing
// meaning: It goes on until every job has ended, or until one waits for longer than this.
// repair: Give it a length of time, or nothing.
#include <vector>

#include <pawl/testing/workbench.hpp>

using namespace std::chrono_literals;

struct buy : pawl::job<"shop.buy", pawl::lifecycles::service> {
  outcome<int> operator()(context&, int items) const { return items; }
};

void use(pawl::testing::workbench<pawl::testing::memory_store<>, buy>& jobs) {
#ifdef COMPILE_FAIL
  jobs.run_to_end(5);
#else
  jobs.run_to_end(5s);
#endif
}
