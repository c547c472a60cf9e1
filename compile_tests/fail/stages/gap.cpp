// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: stage printing \(30 to 100\) leaves a gap after fetching \(0 to 20\); let it begin at 20"
// sentence: pawl: stage … (… to …) leaves a gap after … (… to …); let it begin at …
// meaning: Some percentages belong to no stage.
// repair: Begin the stage where the one before it ends.
#include <pawl/policies/stages.hpp>

using namespace pawl;

#ifdef COMPILE_FAIL
static_assert(sizeof(stages<stage<"fetching", 0, 20>, stage<"printing", 30, 100>>) == 1);
#else
static_assert(sizeof(stages<stage<"fetching", 0, 20>, stage<"printing", 20, 100>>) == 1);
#endif
