// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: audit has the field model twice; give each its own name"
// sentence: pawl: audit has the field … twice; give each its own name
// meaning: A field is found by its name.
// repair: Remove one of the two.
#include <pawl/policies/audit.hpp>

using namespace pawl;

#ifdef COMPILE_FAIL
static_assert(sizeof(audit<"model", "model">) == 1);
#else
static_assert(sizeof(audit<"model", "tokenUsage">) == 1);
#endif
