// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: the check of crash_everywhere answers whether all is well; let it return a bool, or a sentence that is empty if it is
// sentence: pawl: the check of crash_everywhere answers whether all is well; let it return a bool, or a sentence that is empty if it is
// meaning: The check gives nothing back, so that nothing could fail.
// repair: Return whether what the job was to do has been done, once.
#include <pawl/testing/crash_everywhere.hpp>

struct buy : pawl::job<"shop.buy", pawl::lifecycles::service> {
  outcome<int> operator()(context&, int items) const { return items; }
};

bool survives() {
  return pawl::testing::crash_everywhere([] { return buy{}; }, 1,
                                         [](auto& jobs, auto job) {
#ifdef COMPILE_FAIL
                                           static_cast<void>(jobs.state(job) == "succeeded");
#else
                                           return jobs.state(job) == "succeeded";
#endif
                                         })
      .ok();
}
