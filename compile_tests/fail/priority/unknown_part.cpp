// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: priority does not take at_claim; it takes only levels, default_level, aging"
// sentence: pawl: priority does not take …; it takes only levels, default_level, aging
// meaning: The policy is given something that is no part of it.
// repair: Remove it, or move it where it belongs.
#include <pawl/policies/limits.hpp>
#include <pawl/policies/priority.hpp>

using namespace pawl;

#ifdef COMPILE_FAIL
static_assert(sizeof(priority<at_claim>) == 1);
#else
static_assert(sizeof(priority<>) == 1);
#endif
