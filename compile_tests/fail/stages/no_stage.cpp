// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: stages<> has no stage; list at least one, or leave the policy out"
// sentence: pawl: stages<> has no stage; list at least one, or leave the policy out
// meaning: An empty list says nothing.
// repair: List a stage, or write no_stages or nothing.
#include <pawl/policies/stages.hpp>

using namespace pawl;

#ifdef COMPILE_FAIL
static_assert(sizeof(stages<>) == 1);
#else
static_assert(sizeof(no_stages) == 1);
#endif
