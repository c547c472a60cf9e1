// SPDX-License-Identifier: BSL-1.0
// expect-error: has .noon. for its hour; write ., or numbers of 0 to 23
// sentence: pawl: cron (…) has (…) for its …; write *, or numbers of … such as 1, 1-5, */2 or 1,3
// meaning: Only months and days of the week have names, and those have three letters.
// repair: Write numbers, ranges, steps or lists.
#include <pawl/job.hpp>

struct input {
  int number = 0;
};

#ifdef COMPILE_FAIL
struct report : pawl::job<"acme.report", pawl::lifecycles::service, pawl::cron<"0 noon * * *">> {
#else
struct report : pawl::job<"acme.report", pawl::lifecycles::service, pawl::cron<"0 12 * * *">> {
#endif
  outcome<void> operator()(context&, input) const { return {}; }
};
