// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: job acme.report has two policies on the axis schedule; keep one of them
// sentence: pawl: job … has two policies on the axis …; keep one of them
// meaning: A type has one schedule of its own; sessions make as many more as they like.
// repair: Keep one, and make the other at run time, or list both in one expression.
#include <pawl/job.hpp>

using namespace pawl::literals;

struct input {
  int number = 0;
};

#ifdef COMPILE_FAIL
struct report : pawl::job<"acme.report", pawl::lifecycles::service, pawl::every<1_h>,
                          pawl::cron<"0 3 * * *">> {
#else
struct report : pawl::job<"acme.report", pawl::lifecycles::service, pawl::cron<"0 3 * * *">> {
#endif
  outcome<void> operator()(context&, input) const { return {}; }
};
