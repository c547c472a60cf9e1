// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: timeout is given rescue_after twice; keep one"
// sentence: pawl: timeout is given … twice; keep one
// meaning: Two parts of one policy say different things about the same matter.
// repair: Keep one of them.
#include <pawl/policies/limits.hpp>
#include <pawl/policies/timing.hpp>

using namespace pawl;
using namespace pawl::literals;

#ifdef COMPILE_FAIL
static_assert(sizeof(timeout<5_min, rescue_after<6_min>, rescue_after<7_min>>) == 1);
#else
static_assert(sizeof(timeout<5_min, rescue_after<6_min>>) == 1);
#endif
