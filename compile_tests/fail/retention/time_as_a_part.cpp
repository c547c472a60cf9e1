// SPDX-License-Identifier: BSL-1.0
// expect-error[gcc]: pawl: retention takes parts such as keep_results<30_d>
// expect-error[clang]: template argument for template type parameter must be a type
// expect-source[clang]: pawl: retention takes parts such as keep_results<30_d>
// sentence: pawl: retention takes parts such as keep_results<30_d>
// meaning: A value stands where a type belongs.
// repair: Say what the value is for.
#include <pawl/policies/retention.hpp>

using namespace pawl::literals;

#ifdef COMPILE_FAIL
pawl::retention<30_d> given;
#else
pawl::retention<pawl::keep_results<30_d>> given;
#endif
