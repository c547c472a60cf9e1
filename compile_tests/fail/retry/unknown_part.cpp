// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: retry does not know the part int; use attempts, a backoff, a jitter, retry_on, fatal_on and overridable"
// sentence: pawl: retry does not know the part …; use attempts, a backoff, a jitter, retry_on, fatal_on and overridable
// meaning: retry<…> is given a type that is none of its parts.
// repair: Remove it, or make it a backoff (a plan) or a jitter (a spread).
#include <pawl/policies/retry.hpp>

using namespace pawl::literals;

#ifdef COMPILE_FAIL
using policy = pawl::retry<int, pawl::attempts<3>>;
#else
using policy = pawl::retry<pawl::attempts<3>>;
#endif
static_assert(pawl::retry_policy<policy>);
