// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: stage fetching \(5 to 20\) is the first; let it begin at 0"
// sentence: pawl: stage … (… to …) is the first; let it begin at 0
// meaning: Progress begins at 0, and no stage covers it.
// repair: Begin the first stage at 0.
#include <pawl/policies/stages.hpp>

using namespace pawl;

#ifdef COMPILE_FAIL
static_assert(sizeof(stages<stage<"fetching", 5, 20>, stage<"printing", 20, 100>>) == 1);
#else
static_assert(sizeof(stages<stage<"fetching", 0, 20>, stage<"printing", 20, 100>>) == 1);
#endif
