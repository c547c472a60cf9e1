// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: priority has the level high twice; give each its own name"
// sentence: pawl: priority has the level … twice; give each its own name
// meaning: A level is found by its name.
// repair: Rename one of the two.
#include <pawl/policies/priority.hpp>

using namespace pawl;

#ifdef COMPILE_FAIL
static_assert(sizeof(priority<levels<"normal", "high", "high">>) == 1);
#else
static_assert(sizeof(priority<levels<"normal", "high", "urgent">>) == 1);
#endif
