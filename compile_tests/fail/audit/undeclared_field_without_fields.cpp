// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: audit field model is not declared; list it in audit<\.\.\.>"
// sentence: pawl: audit field … is not declared; list it in audit<...>
// meaning: The job type records nothing but who requested it.
// repair: Declare the field.
#include <pawl/job/context.hpp>
#include <pawl/job/job.hpp>
#include <pawl/lifecycles/service.hpp>

using namespace pawl;

#ifdef COMPILE_FAIL
using summarise = job<"acme.summarise", lifecycles::service>;
#else
using summarise = job<"acme.summarise", lifecycles::service, audit<"model">>;
#endif

void record(context<summarise>& ctx) { ctx.audit<"model">("m1"); }
