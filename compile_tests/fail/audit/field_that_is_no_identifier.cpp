// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: audit has the field token usage, which is no identifier; use letters, digits and underscores"
// sentence: pawl: audit has the field …, which is no identifier; use letters, digits and underscores
// meaning: Fields are members of a JSON object and may become labels.
// repair: Write the name as an identifier.
#include <pawl/policies/audit.hpp>

using namespace pawl;

#ifdef COMPILE_FAIL
static_assert(sizeof(audit<"model", "token usage">) == 1);
#else
static_assert(sizeof(audit<"model", "tokenUsage">) == 1);
#endif
