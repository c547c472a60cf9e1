// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: overridable says the same thing twice; use attempts_up_to, delays_between and multiplier_up_to, each once"
// sentence: pawl: overridable says the same thing twice; use attempts_up_to, delays_between and multiplier_up_to, each once
// meaning: Two bounds of overridable<…> are about the same thing.
// repair: Keep one.
#include <pawl/policies/retry.hpp>

using namespace pawl::literals;

#ifdef COMPILE_FAIL
using policy = pawl::retry<pawl::overridable<pawl::attempts_up_to<5>, pawl::attempts_up_to<6>>>;
#else
using policy = pawl::retry<pawl::overridable<pawl::attempts_up_to<6>>>;
#endif
static_assert(pawl::retry_policy<policy>);
