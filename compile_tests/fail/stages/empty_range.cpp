// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: stage fetching \(20 to 20\) covers nothing; let it end above where it begins"
// sentence: pawl: stage … (… to …) covers nothing; let it end above where it begins
// meaning: The stage has no percentage of its own.
// repair: Give it at least one percent, or remove it.
#include <pawl/policies/stages.hpp>

using namespace pawl;

#ifdef COMPILE_FAIL
static_assert(sizeof(stages<stage<"opening", 0, 20>, stage<"fetching", 20, 20>,
                            stage<"printing", 20, 100>>) == 1);
#else
static_assert(sizeof(stages<stage<"opening", 0, 20>, stage<"fetching", 20, 21>,
                            stage<"printing", 21, 100>>) == 1);
#endif
