// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: stage printing \(10 to 100\) overlaps fetching \(0 to 20\); let it begin at 20"
// sentence: pawl: stage … (… to …) overlaps … (… to …); let it begin at …
// meaning: Two stages claim the same percentages, so progress would fall at the boundary.
// repair: Begin the stage where the one before it ends.
// [DECK-16]
#include <pawl/policies/stages.hpp>

using namespace pawl;

#ifdef COMPILE_FAIL
static_assert(sizeof(stages<stage<"fetching", 0, 20>, stage<"printing", 10, 100>>) == 1);
#else
static_assert(sizeof(stages<stage<"fetching", 0, 20>, stage<"printing", 20, 100>>) == 1);
#endif
