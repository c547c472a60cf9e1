// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: a workbench waits for no result; write run_to_end\(\), then result\(job\)
// sentence: pawl: a workbench waits for no result; write run_to_end(), then result(job)
// meaning: A workbench has no threads that could bring a result while its caller waits.
// repair: Run the workbench first.
#include <vector>

#include <pawl/testing/workbench.hpp>

using namespace std::chrono_literals;

struct buy : pawl::job<"shop.buy", pawl::lifecycles::service> {
  outcome<int> operator()(context&, int items) const { return items; }
};

void use(pawl::testing::workbench<pawl::testing::memory_store<>, buy>& jobs) {
#ifdef COMPILE_FAIL
  const auto job = jobs.submit<buy>(1);
  static_cast<void>(jobs.result(job, 10s));
#else
  const auto job = jobs.submit<buy>(1);
  jobs.run_to_end();
  static_cast<void>(jobs.result(job));
#endif
}
