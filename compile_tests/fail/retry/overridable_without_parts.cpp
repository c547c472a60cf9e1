// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: overridable allows nothing; use attempts_up_to, delays_between and multiplier_up_to, each once"
// sentence: pawl: overridable allows nothing; use attempts_up_to, delays_between and multiplier_up_to, each once
// meaning: overridable<> is empty.
// repair: Say what may be overridden, or remove it: fewer attempts are always allowed.
#include <pawl/policies/retry.hpp>

using namespace pawl::literals;

#ifdef COMPILE_FAIL
using policy = pawl::retry<pawl::overridable<>>;
#else
using policy = pawl::retry<pawl::overridable<pawl::attempts_up_to<5>>>;
#endif
static_assert(pawl::retry_policy<policy>);
