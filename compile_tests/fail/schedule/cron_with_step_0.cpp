// SPDX-License-Identifier: BSL-1.0
// expect-error: has a step of 0 for its minute; write at least 1
// sentence: pawl: cron (…) has a step of 0 for its …; write at least 1
// meaning: A step of nothing would never leave its place.
// repair: Write how many to go on by.
#include <pawl/job.hpp>

struct input {
  int number = 0;
};

#ifdef COMPILE_FAIL
struct report : pawl::job<"acme.report", pawl::lifecycles::service, pawl::cron<"*/0 * * * *">> {
#else
struct report : pawl::job<"acme.report", pawl::lifecycles::service, pawl::cron<"*/5 * * * *">> {
#endif
  outcome<void> operator()(context&, input) const { return {}; }
};
