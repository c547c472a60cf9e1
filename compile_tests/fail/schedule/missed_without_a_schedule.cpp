// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: job acme.report says what becomes of missed slots, and has no schedule; add pawl::every<...>, pawl::cron<...> or pawl::schedulable
// sentence: pawl: job … says what becomes of missed slots, and has no schedule; add pawl::every<...>, pawl::cron<...> or pawl::schedulable
// meaning: Nothing can be missed where nothing is due.
// repair: Give it a schedule, or leave the rule out.
#include <pawl/job.hpp>

using namespace pawl::literals;

struct input {
  int number = 0;
};

#ifdef COMPILE_FAIL
struct report
    : pawl::job<"acme.report", pawl::lifecycles::service, pawl::missed<pawl::slots::skip>> {
#else
struct report : pawl::job<"acme.report", pawl::lifecycles::service, pawl::every<1_h>,
                          pawl::missed<pawl::slots::skip>> {
#endif
  outcome<void> operator()(context&, input) const { return {}; }
};
