// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: stage printing \(20 to 90\) is the last; let it end at 100"
// sentence: pawl: stage … (… to …) is the last; let it end at 100
// meaning: A job that succeeds is at 100, and no stage leads there.
// repair: End the last stage at 100.
#include <pawl/policies/stages.hpp>

using namespace pawl;

#ifdef COMPILE_FAIL
static_assert(sizeof(stages<stage<"fetching", 0, 20>, stage<"printing", 20, 90>>) == 1);
#else
static_assert(sizeof(stages<stage<"fetching", 0, 20>, stage<"printing", 20, 100>>) == 1);
#endif
