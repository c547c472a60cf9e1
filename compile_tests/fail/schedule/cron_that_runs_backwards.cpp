// SPDX-License-Identifier: BSL-1.0
// expect-error: has the range fri-mon for its day of week, which runs backwards; write the smaller one first
// sentence: pawl: cron (…) has the range … for its …, which runs backwards; write the smaller one first
// meaning: Ranges do not go round the end of their field.
// repair: Write two ranges, with a comma.
#include <pawl/job.hpp>

struct input {
  int number = 0;
};

#ifdef COMPILE_FAIL
struct report : pawl::job<"acme.report", pawl::lifecycles::service, pawl::cron<"0 3 * * fri-mon">> {
#else
struct report
    : pawl::job<"acme.report", pawl::lifecycles::service, pawl::cron<"0 3 * * fri-sat,sun-mon">> {
#endif
  outcome<void> operator()(context&, input) const { return {}; }
};
