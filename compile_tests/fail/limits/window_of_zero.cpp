// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: the window of rate_per 0 ms is out of range; give a time longer than zero and at most 3650 d"
// sentence: pawl: the window of rate_per … is out of range; give a time longer than zero and at most 3650 d
// meaning: The time is zero, negative or beyond ten years.
// repair: Give a time in the range.
#include <pawl/policies/limits.hpp>

using namespace pawl;
using namespace pawl::literals;

#ifdef COMPILE_FAIL
static_assert(sizeof(rate_per<by::user, 20, 0_s>) == 1);
#else
static_assert(sizeof(rate_per<by::user, 20, 1_s>) == 1);
#endif
