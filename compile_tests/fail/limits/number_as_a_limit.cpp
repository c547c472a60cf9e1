// SPDX-License-Identifier: BSL-1.0
// expect-error[gcc]: pawl: limits takes limits such as concurrent<4>
// expect-error[clang]: template argument for template type parameter must be a type
// expect-source[clang]: pawl: limits takes limits such as concurrent<4>
// sentence: pawl: limits takes limits such as concurrent<4>
// meaning: A value stands where a type belongs.
// repair: Say what the value is for.
#include <pawl/policies/limits.hpp>

#ifdef COMPILE_FAIL
pawl::limits<4> given;
#else
pawl::limits<pawl::concurrent<4>> given;
#endif
