// SPDX-License-Identifier: BSL-1.0
// expect-error[gcc]: pawl: missed takes slots::skip, slots::once, or slots::all and a number
// expect-error[clang]: template argument for non-type template parameter must be an expression
// expect-source[clang]: pawl: missed takes slots::skip, slots::once, or slots::all and a number
// sentence: pawl: missed takes slots::skip, slots::once, or slots::all and a number
// meaning: A type stands where a value belongs, or the other way round.
// repair: Write what the sentence shows.
#include <pawl/policies/schedule.hpp>

#ifdef COMPILE_FAIL
pawl::missed<int> given;
#else
pawl::missed<pawl::slots::skip> given;
#endif
