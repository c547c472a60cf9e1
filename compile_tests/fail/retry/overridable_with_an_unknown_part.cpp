// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: overridable does not know the part attempts; use attempts_up_to, delays_between and multiplier_up_to, each once"
// sentence: pawl: overridable does not know the part …; use attempts_up_to, delays_between and multiplier_up_to, each once
// meaning: overridable<…> is given something that is not one of its bounds.
// repair: Use attempts_up_to<5>.
#include <pawl/policies/retry.hpp>

using namespace pawl::literals;

#ifdef COMPILE_FAIL
using policy = pawl::retry<pawl::overridable<pawl::attempts<5>>>;
#else
using policy = pawl::retry<pawl::overridable<pawl::attempts_up_to<5>>>;
#endif
static_assert(pawl::retry_policy<policy>);
