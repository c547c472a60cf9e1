// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: retry does not know the part attempts_up_to; use attempts, a backoff, a jitter, retry_on, fatal_on and overridable"
// sentence: pawl: retry does not know the part …; use attempts, a backoff, a jitter, retry_on, fatal_on and overridable
// meaning: What a submission may override stands outside overridable<…>.
// repair: Wrap it: overridable<attempts_up_to<5>>.
#include <pawl/policies/retry.hpp>

using namespace pawl::literals;

#ifdef COMPILE_FAIL
using policy = pawl::retry<pawl::attempts_up_to<5>>;
#else
using policy = pawl::retry<pawl::overridable<pawl::attempts_up_to<5>>>;
#endif
static_assert(pawl::retry_policy<policy>);
