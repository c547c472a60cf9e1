// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: stage fetching source has no proper name; use letters, digits and underscores"
// sentence: pawl: stage … has no proper name; use letters, digits and underscores
// meaning: Stage names become labels of metrics and fields of events.
// repair: Write the name as an identifier.
#include <pawl/policies/stages.hpp>

using namespace pawl;

#ifdef COMPILE_FAIL
static_assert(sizeof(stages<stage<"fetching source", 0, 100>>) == 1);
#else
static_assert(sizeof(stages<stage<"fetching_source", 0, 100>>) == 1);
#endif
