// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: keep_link 0 ms is out of range; give a time longer than zero and at most 3650 d"
// sentence: pawl: keep_link … is out of range; give a time longer than zero and at most 3650 d
// meaning: The time is zero, negative or beyond ten years.
// repair: Give a time in the range.
#include <pawl/policies/retention.hpp>

using namespace pawl;
using namespace pawl::literals;

#ifdef COMPILE_FAIL
static_assert(sizeof(retention<keep_link<0_s>>) == 1);
#else
static_assert(sizeof(retention<keep_link<1_s>>) == 1);
#endif
