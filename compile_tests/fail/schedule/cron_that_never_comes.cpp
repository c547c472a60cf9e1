// SPDX-License-Identifier: BSL-1.0
// expect-error: names a day that never comes; give its month a day that it has
// sentence: pawl: cron (…) names a day that never comes; give its month a day that it has
// meaning: No February has 30 days, so the schedule would rest for ever.
// repair: Write a day that the month has.
#include <pawl/job.hpp>

struct input {
  int number = 0;
};

#ifdef COMPILE_FAIL
struct report : pawl::job<"acme.report", pawl::lifecycles::service, pawl::cron<"0 0 30 2 *">> {
#else
struct report : pawl::job<"acme.report", pawl::lifecycles::service, pawl::cron<"0 0 28 2 *">> {
#endif
  outcome<void> operator()(context&, input) const { return {}; }
};
