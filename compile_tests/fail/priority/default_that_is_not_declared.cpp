// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: default_level urgent is not declared; the levels are normal, high"
// sentence: pawl: default_level … is not declared; the levels are …
// meaning: The default is none of the levels.
// repair: Use one of the listed levels.
#include <pawl/policies/priority.hpp>

using namespace pawl;

#ifdef COMPILE_FAIL
static_assert(sizeof(priority<levels<"normal", "high">, default_level<"urgent">>) == 1);
#else
static_assert(sizeof(priority<levels<"normal", "high">, default_level<"high">>) == 1);
#endif
