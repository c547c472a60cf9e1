// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: every 500 ms is too often for a schedule; give at least 1 s
// sentence: pawl: every … is too often for a schedule; give at least …
// meaning: Each slot is a job of its own, and a commit.
// repair: Let one job do more, or run a loop inside of it.
#include <pawl/job.hpp>

using namespace pawl::literals;

struct input {
  int number = 0;
};

#ifdef COMPILE_FAIL
struct report : pawl::job<"acme.report", pawl::lifecycles::service, pawl::every<500_ms>> {
#else
struct report : pawl::job<"acme.report", pawl::lifecycles::service, pawl::every<1_s>> {
#endif
  outcome<void> operator()(context&, input) const { return {}; }
};
