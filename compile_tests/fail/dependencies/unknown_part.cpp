// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: dependencies does not take at_claim; it takes only on_failed_dependency, depends_on_at_most"
// sentence: pawl: dependencies does not take …; it takes only on_failed_dependency, depends_on_at_most
// meaning: The policy is given something that is no part of it.
// repair: Remove it, or move it where it belongs.
#include <pawl/policies/dependencies.hpp>
#include <pawl/policies/limits.hpp>

using namespace pawl;

#ifdef COMPILE_FAIL
static_assert(sizeof(dependencies<at_claim>) == 1);
#else
static_assert(sizeof(dependencies<>) == 1);
#endif
