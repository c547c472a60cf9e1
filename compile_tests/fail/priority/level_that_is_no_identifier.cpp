// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: priority has the level very high, which is no identifier; use letters, digits and underscores"
// sentence: pawl: priority has the level …, which is no identifier; use letters, digits and underscores
// meaning: Levels are stored and shown by name.
// repair: Write the name as an identifier.
#include <pawl/policies/priority.hpp>

using namespace pawl;

#ifdef COMPILE_FAIL
static_assert(sizeof(priority<levels<"normal", "very high">>) == 1);
#else
static_assert(sizeof(priority<levels<"normal", "very_high">>) == 1);
#endif
