// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: stage fetching is listed twice; give each stage its own name"
// sentence: pawl: stage … is listed twice; give each stage its own name
// meaning: A stage is found by its name.
// repair: Rename one of the two.
#include <pawl/policies/stages.hpp>

using namespace pawl;

#ifdef COMPILE_FAIL
static_assert(sizeof(stages<stage<"fetching", 0, 20>, stage<"fetching", 20, 100>>) == 1);
#else
static_assert(sizeof(stages<stage<"fetching", 0, 20>, stage<"printing", 20, 100>>) == 1);
#endif
