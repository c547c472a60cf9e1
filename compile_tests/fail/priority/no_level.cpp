// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: levels<> has no level; list at least one, or leave it out"
// sentence: pawl: levels<> has no level; list at least one, or leave it out
// meaning: An empty list says nothing.
// repair: List a level, or leave the part out.
#include <pawl/policies/priority.hpp>

using namespace pawl;

#ifdef COMPILE_FAIL
static_assert(sizeof(priority<levels<>>) == 1);
#else
static_assert(sizeof(priority<>) == 1);
#endif
