// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: priority is given aging twice; keep one"
// sentence: pawl: priority is given … twice; keep one
// meaning: Two parts of one policy say different things about the same matter.
// repair: Keep one of them.
#include <pawl/policies/limits.hpp>
#include <pawl/policies/priority.hpp>

using namespace pawl;
using namespace pawl::literals;

#ifdef COMPILE_FAIL
static_assert(sizeof(priority<aging<1_s>, aging<2_s>>) == 1);
#else
static_assert(sizeof(priority<aging<1_s>>) == 1);
#endif
