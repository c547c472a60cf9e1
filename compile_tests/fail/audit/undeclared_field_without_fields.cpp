// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: audit field model is not declared; list it in audit<\.\.\.>"
// sentence: pawl: audit field … is not declared; list it in audit<...>
// meaning: The job type records nothing but who requested it.
// repair: Declare the field.
#include <pawl/policies/audit/values.hpp>

using namespace pawl;

#ifdef COMPILE_FAIL
void record(audit_values<audit<>>& values) { values.set<"model">("m1"); }
#else
void record(audit_values<audit<"model">>& values) { values.set<"model">("m1"); }
#endif
