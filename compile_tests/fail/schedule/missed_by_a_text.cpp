// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: missed takes slots::skip, slots::once, or slots::all and a number
// sentence: pawl: missed takes slots::skip, slots::once, or slots::all and a number
#include <pawl/policies/schedule.hpp>

#ifdef COMPILE_FAIL
pawl::missed<"once"> given;
#else
pawl::missed<pawl::slots::once> given;
#endif
