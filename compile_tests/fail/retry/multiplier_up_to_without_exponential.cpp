// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: multiplier_up_to has no multiplier to change; use it with exponential"
// sentence: pawl: multiplier_up_to has no multiplier to change; use it with exponential
// meaning: Only an exponential backoff has a multiplier.
// repair: Use exponential, or leave multiplier_up_to out.
#include <pawl/policies/retry.hpp>

using namespace pawl::literals;

#ifdef COMPILE_FAIL
using policy = pawl::retry<pawl::fixed<1_s>, pawl::overridable<pawl::multiplier_up_to<3>>>;
#else
using policy =
    pawl::retry<pawl::exponential<1_s, 1_h>, pawl::overridable<pawl::multiplier_up_to<3>>>;
#endif
static_assert(pawl::retry_policy<policy>);
