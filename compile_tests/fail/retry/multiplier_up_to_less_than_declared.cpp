// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: multiplier_up_to allows 1\.5, less than the declared 2; raise it"
// sentence: pawl: multiplier_up_to allows …, less than the declared …; raise it
// meaning: What is declared would not be allowed.
// repair: Raise multiplier_up_to, or lower the multiplier.
#include <pawl/policies/retry.hpp>

using namespace pawl::literals;

#ifdef COMPILE_FAIL
using policy =
    pawl::retry<pawl::exponential<1_s, 30_s>, pawl::overridable<pawl::multiplier_up_to<1.5>>>;
#else
using policy =
    pawl::retry<pawl::exponential<1_s, 30_s>, pawl::overridable<pawl::multiplier_up_to<2.5>>>;
#endif
static_assert(pawl::retry_policy<policy>);
