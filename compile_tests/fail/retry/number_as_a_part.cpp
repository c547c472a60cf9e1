// SPDX-License-Identifier: BSL-1.0
// expect-error[gcc]: pawl: retry takes parts such as attempts<3>
// expect-error[clang]: template argument for template type parameter must be a type
// expect-source[clang]: pawl: retry takes parts such as attempts<3>
// sentence: pawl: retry takes parts such as attempts<3>
// meaning: A value stands where a type belongs.
// repair: Say what the value is for.
#include <pawl/policies/retry.hpp>

#ifdef COMPILE_FAIL
pawl::retry<3> given;
#else
pawl::retry<pawl::attempts<3>> given;
#endif
