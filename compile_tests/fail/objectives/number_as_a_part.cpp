// SPDX-License-Identifier: BSL-1.0
// expect-error[gcc]: pawl: objectives takes parts such as p95<15_s>
// expect-error[clang]: template argument for template type parameter must be a type
// expect-source[clang]: pawl: objectives takes parts such as p95<15_s>
// sentence: pawl: objectives takes parts such as p95<15_s>
// meaning: A value stands where a type belongs.
// repair: Say what the value is for.
#include <pawl/policies/objectives.hpp>

using namespace pawl::literals;

#ifdef COMPILE_FAIL
pawl::objectives<15> given;
#else
pawl::objectives<pawl::p95<15_s>> given;
#endif
