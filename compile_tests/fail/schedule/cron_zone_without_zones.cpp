// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: cron is given the zone Europe/Berlin, and this file knows no zones; include <pawl/schedules/zones.hpp> first, of the component pawl::schedules
// sentence: pawl: cron is given the zone …, and this file knows no zones; include <pawl/schedules/zones.hpp> first, of the component pawl::schedules
// meaning: When clocks are set is known by a library, and a schedule by UTC does without it.
// repair: Include the header, or leave the zone out.
#include <pawl/job.hpp>

struct input {
  int number = 0;
};

#ifdef COMPILE_FAIL
struct report : pawl::job<"acme.report", pawl::lifecycles::service,
                          pawl::cron<"0 3 * * *", "Europe/Berlin">> {
#else
struct report : pawl::job<"acme.report", pawl::lifecycles::service, pawl::cron<"0 3 * * *">> {
#endif
  outcome<void> operator()(context&, input) const { return {}; }
};
