// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: ephemeral does not take at_claim; it takes only capacity"
// sentence: pawl: ephemeral does not take …; it takes only capacity
// meaning: The policy is given something that is no part of it.
// repair: Remove it, or move it where it belongs.
#include <pawl/policies/durability.hpp>
#include <pawl/policies/limits.hpp>

using namespace pawl;

#ifdef COMPILE_FAIL
static_assert(sizeof(ephemeral<at_claim>) == 1);
#else
static_assert(sizeof(ephemeral<>) == 1);
#endif
