// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: retry does not know the part retry; use attempts, a backoff, a jitter
// sentence: pawl: retry does not know the part …; use attempts, a backoff, a jitter, retry_on, fatal_on and overridable
#include <pawl/policies/retry.hpp>

#ifdef COMPILE_FAIL
using policy = pawl::retry<pawl::retry<pawl::attempts<5>>>;
#else
using policy = pawl::retry<pawl::attempts<5>>;
#endif
static_assert(pawl::retry_policy<policy>);
