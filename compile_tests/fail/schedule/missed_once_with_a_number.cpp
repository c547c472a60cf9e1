// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: missed is given a number, which only slots::all has; leave it out
// sentence: pawl: missed is given a number, which only slots::all has; leave it out
// meaning: One run makes up for all, and a skipped slot has none.
// repair: Leave the number out, or run all.
#include <pawl/job.hpp>

using namespace pawl::literals;

struct input {
  int number = 0;
};

#ifdef COMPILE_FAIL
struct report : pawl::job<"acme.report", pawl::lifecycles::service, pawl::every<1_h>,
                          pawl::missed<pawl::slots::once, 3>> {
#else
struct report : pawl::job<"acme.report", pawl::lifecycles::service, pawl::every<1_h>,
                          pawl::missed<pawl::slots::once>> {
#endif
  outcome<void> operator()(context&, input) const { return {}; }
};
