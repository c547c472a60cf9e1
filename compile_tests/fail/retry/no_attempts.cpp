// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: attempts<0> would never start a job; use attempts<1> to run it once, without retries"
// sentence: pawl: attempts<0> would never start a job; use attempts<1> to run it once, without retries
// meaning: Attempts count every start of a job, the first included.
// repair: Use attempts<1> for a job that is not retried.
#include <pawl/policies/retry.hpp>

using namespace pawl::literals;

#ifdef COMPILE_FAIL
using policy = pawl::retry<pawl::attempts<0>>;
#else
using policy = pawl::retry<pawl::attempts<1>>;
#endif
static_assert(pawl::retry_policy<policy>);
