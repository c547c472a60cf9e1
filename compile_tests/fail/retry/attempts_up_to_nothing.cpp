// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: attempts<0> would never start a job; use attempts<1> to run it once, without retries"
// sentence: pawl: attempts<0> would never start a job; use attempts<1> to run it once, without retries
// meaning: Attempts count every start of a job, the first included.
// repair: Allow at least as many attempts as are declared.
#include <pawl/policies/retry.hpp>

using namespace pawl::literals;

#ifdef COMPILE_FAIL
using policy = pawl::retry<pawl::overridable<pawl::attempts_up_to<0>>>;
#else
using policy = pawl::retry<pawl::overridable<pawl::attempts_up_to<3>>>;
#endif
static_assert(pawl::retry_policy<policy>);
