// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: jitter decorrelated_jitter grows by itself; use it with exponential, or use full_jitter"
// sentence: pawl: jitter … grows by itself; use it with exponential, or use full_jitter
// meaning: Decorrelated jitter derives each delay from the one before, so another growth would be ignored.
// repair: Use exponential, whose base, cap and multiplier it takes; or another jitter.
#include <pawl/policies/retry.hpp>

using namespace pawl::literals;

#ifdef COMPILE_FAIL
using policy = pawl::retry<pawl::linear<1_s, 30_s>, pawl::decorrelated_jitter>;
#else
using policy = pawl::retry<pawl::exponential<1_s, 30_s>, pawl::decorrelated_jitter>;
#endif
static_assert(pawl::retry_policy<policy>);
