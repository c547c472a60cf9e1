// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: audit field prompt is not declared; the fields are model, tokenUsage"
// sentence: pawl: audit field … is not declared; the fields are …
// meaning: Only declared fields are recorded, so that nothing sensitive slips in.
// repair: Set a declared field, or declare this one.
#include <pawl/job/context.hpp>
#include <pawl/job/job.hpp>
#include <pawl/lifecycles/service.hpp>

using namespace pawl;

using summarise = job<"acme.summarise", lifecycles::service, audit<"model", "tokenUsage">>;

#ifdef COMPILE_FAIL
void record(context<summarise>& ctx) { ctx.audit<"prompt">("hello"); }
#else
void record(context<summarise>& ctx) { ctx.audit<"model">("m1"); }
#endif
