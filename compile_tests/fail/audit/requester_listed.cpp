// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: audit field requestedBy is always recorded; remove it"
// sentence: pawl: audit field requestedBy is always recorded; remove it
// meaning: Who requested a job is part of every record.
// repair: Remove it from the list.
#include <pawl/policies/audit.hpp>

using namespace pawl;

#ifdef COMPILE_FAIL
static_assert(sizeof(audit<"requestedBy">) == 1);
#else
static_assert(sizeof(audit<"model">) == 1);
#endif
