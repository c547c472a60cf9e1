// SPDX-License-Identifier: BSL-1.0
// expect-error: has 24 for its hour, which is out of range; write 0 to 23
// sentence: pawl: cron (…) has … for its …, which is out of range; write …
// meaning: A number that no clock or calendar shows would never be due.
// repair: Write one that the field has; midnight is hour 0.
#include <pawl/job.hpp>

struct input {
  int number = 0;
};

#ifdef COMPILE_FAIL
struct report : pawl::job<"acme.report", pawl::lifecycles::service, pawl::cron<"0 24 * * *">> {
#else
struct report : pawl::job<"acme.report", pawl::lifecycles::service, pawl::cron<"0 0 * * *">> {
#endif
  outcome<void> operator()(context&, input) const { return {}; }
};
