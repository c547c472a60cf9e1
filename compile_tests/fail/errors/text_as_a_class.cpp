// SPDX-License-Identifier: BSL-1.0
// expect-error[gcc]: pawl: errors takes error classes, which are types
// expect-error[clang]: template argument for template type parameter must be a type
// expect-source[clang]: pawl: errors takes error classes, which are types
// sentence: pawl: errors takes error classes, which are types
// meaning: A value stands where a type belongs.
// repair: Say what the value is for.
#include <pawl/policies/errors.hpp>

#ifdef COMPILE_FAIL
pawl::errors<"disk_full"> given;
#else
pawl::errors<pawl::error::network_timeout> given;
#endif
