// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: lease -1 ms is out of range; give a time longer than zero and at most 3650 d"
// sentence: pawl: lease … is out of range; give a time longer than zero and at most 3650 d
// meaning: The time is zero, negative or beyond ten years.
// repair: Give a time in the range.
#include <pawl/policies/timing.hpp>

using namespace pawl;

#ifdef COMPILE_FAIL
static_assert(sizeof(lease<duration_ms{-1}>) == 1);
#else
static_assert(sizeof(lease<duration_ms{1}>) == 1);
#endif
