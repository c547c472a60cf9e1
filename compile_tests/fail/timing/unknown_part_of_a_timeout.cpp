// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: timeout does not take at_claim; it takes only rescue_after"
// sentence: pawl: timeout does not take …; it takes only rescue_after
// meaning: The policy is given something that is no part of it.
// repair: Remove it, or move it where it belongs.
#include <pawl/policies/limits.hpp>
#include <pawl/policies/timing.hpp>

using namespace pawl;
using namespace pawl::literals;

#ifdef COMPILE_FAIL
static_assert(sizeof(timeout<5_min, at_claim>) == 1);
#else
static_assert(sizeof(timeout<5_min>) == 1);
#endif
