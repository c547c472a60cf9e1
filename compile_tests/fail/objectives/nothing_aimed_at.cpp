// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: objectives say nothing; give p50, p95, p99 or failures_below, or leave them out"
// sentence: pawl: objectives say nothing; give p50, p95, p99 or failures_below, or leave them out
// meaning: The policy is there, and declares no level.
// repair: Give a part, or leave the policy out.
#include <pawl/policies/objectives.hpp>

using namespace pawl;
using namespace pawl::literals;

#ifdef COMPILE_FAIL
static_assert(sizeof(objectives<of_first_output>) == 1);
#else
static_assert(sizeof(objectives<p50<1_s>, of_first_output>) == 1);
#endif
