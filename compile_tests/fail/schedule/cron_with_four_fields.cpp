// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: cron .0 3 . .. has 4 fields; write five: minute, hour, day of month, month, day of week
// sentence: pawl: cron (…) has … fields; write five: minute, hour, day of month, month, day of week
// meaning: An expression has exactly five fields; seconds and years are none of them.
// repair: Write a star for what does not matter.
#include <pawl/job.hpp>

struct input {
  int number = 0;
};

#ifdef COMPILE_FAIL
struct report : pawl::job<"acme.report", pawl::lifecycles::service, pawl::cron<"0 3 * *">> {
#else
struct report : pawl::job<"acme.report", pawl::lifecycles::service, pawl::cron<"0 3 * * *">> {
#endif
  outcome<void> operator()(context&, input) const { return {}; }
};
