// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: priority level urgent is not declared; the levels are normal, high"
// sentence: pawl: priority level … is not declared; the levels are …
// meaning: No level has this name.
// repair: Use one of the listed levels.
#include <pawl/policies/priority.hpp>

using namespace pawl;

#ifdef COMPILE_FAIL
static_assert(deck_priority::rank_of<"urgent"> < 9);
#else
static_assert(deck_priority::rank_of<"high"> < 9);
#endif
