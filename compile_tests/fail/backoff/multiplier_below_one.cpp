// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: exponential has a multiplier of 0\.5, so its delays would shrink; use 1 or more"
// sentence: pawl: exponential has a multiplier of …, so its delays would shrink; use 1 or more
// meaning: Each delay would be shorter than the one before.
// repair: Use a multiplier of 1 or more; decimals are allowed.
#include <pawl/policies/backoff.hpp>

using namespace pawl::literals;

#ifdef COMPILE_FAIL
using backoff = pawl::exponential<1_s, 30_s, 0.5>;
#else
using backoff = pawl::exponential<1_s, 30_s, 1.5>;
#endif
static_assert(pawl::backoff_policy<backoff>);
