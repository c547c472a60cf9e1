// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: multiplier_up_to allows up to 0\.5, but a multiplier below 1 would make delays shrink; use 1 or more"
// sentence: pawl: multiplier_up_to allows up to …, but a multiplier below 1 would make delays shrink; use 1 or more
// meaning: Each delay would be shorter than the one before.
// repair: Allow multipliers of 1 or more.
#include <pawl/policies/retry.hpp>

using namespace pawl::literals;

#ifdef COMPILE_FAIL
using policy =
    pawl::retry<pawl::exponential<1_s, 30_s, 1>, pawl::overridable<pawl::multiplier_up_to<0.5>>>;
#else
using policy =
    pawl::retry<pawl::exponential<1_s, 30_s, 1>, pawl::overridable<pawl::multiplier_up_to<1>>>;
#endif
static_assert(pawl::retry_policy<policy>);
