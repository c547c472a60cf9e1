// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: jitter full_jitter has no delay to spread; give retry a backoff other than no_delay"
// sentence: pawl: jitter … has no delay to spread; give retry a backoff other than no_delay
// meaning: no_delay retries at once, so jobs that fail together come back together.
// repair: Choose a backoff, or leave the jitter out.
#include <pawl/policies/retry.hpp>

using namespace pawl::literals;

#ifdef COMPILE_FAIL
using policy = pawl::retry<pawl::no_delay, pawl::full_jitter>;
#else
using policy = pawl::retry<pawl::fixed<1_s>, pawl::full_jitter>;
#endif
static_assert(pawl::retry_policy<policy>);
