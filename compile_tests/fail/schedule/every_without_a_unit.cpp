// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: every is given 60, which has no unit; write 60_s, or the like with _ms, _min, _h or _d
// sentence: pawl: every is given …, which has no unit; write …_s, or the like with _ms, _min, _h or _d
// meaning: Nothing says whether seconds or milliseconds are meant.
// repair: Give it a unit.
#include <pawl/job.hpp>

using namespace pawl::literals;

struct input {
  int number = 0;
};

#ifdef COMPILE_FAIL
struct report : pawl::job<"acme.report", pawl::lifecycles::service, pawl::every<60>> {
#else
struct report : pawl::job<"acme.report", pawl::lifecycles::service, pawl::every<60_s>> {
#endif
  outcome<void> operator()(context&, input) const { return {}; }
};
