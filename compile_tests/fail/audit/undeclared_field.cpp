// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: audit field prompt is not declared; the fields are model, tokenUsage"
// sentence: pawl: audit field … is not declared; the fields are …
// meaning: Only declared fields are recorded, so that nothing sensitive slips in.
// repair: Set a declared field, or declare this one.
#include <pawl/policies/audit/values.hpp>

using namespace pawl;

#ifdef COMPILE_FAIL
void record(audit_values<audit<"model", "tokenUsage">>& values) { values.set<"prompt">("hello"); }
#else
void record(audit_values<audit<"model", "tokenUsage">>& values) { values.set<"model">("m1"); }
#endif
