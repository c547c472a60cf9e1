// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: stage fetching \(0 to 20\) is listed after printing \(20 to 100\); list stages in the order of their percentages"
// sentence: pawl: stage … (… to …) is listed after … (… to …); list stages in the order of their percentages
// meaning: A stage comes after one that covers higher percentages.
// repair: Sort the stages by their percentages.
#include <pawl/policies/stages.hpp>

using namespace pawl;

#ifdef COMPILE_FAIL
static_assert(sizeof(stages<stage<"printing", 20, 100>, stage<"fetching", 0, 20>>) == 1);
#else
static_assert(sizeof(stages<stage<"fetching", 0, 20>, stage<"printing", 20, 100>>) == 1);
#endif
