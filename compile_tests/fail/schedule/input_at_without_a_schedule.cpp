// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: input_at of handler tidy is never called, for its job has no schedule; add pawl::every<...> or pawl::cron<...>, or remove it
// sentence: pawl: input_at of handler … is never called, for its job has no schedule; add pawl::every<...> or pawl::cron<...>, or remove it
// meaning: Only a schedule of the job type asks the handler for its input.
// repair: Give the type a schedule, or remove the function.
#include <string>

#include <pawl/job.hpp>

struct window {
  int from = 0;
};
struct tidy : pawl::job<"shop.tidy", pawl::lifecycles::service> {
  outcome<void> operator()(context&, window) const { return {}; }
#ifdef COMPILE_FAIL
  static window input_at(pawl::instant) { return {1}; }
#else
  // the submitter gives the input
#endif
};

static_assert(pawl::jobs<tidy>::count == 1);
