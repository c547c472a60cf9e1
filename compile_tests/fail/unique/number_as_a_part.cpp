// SPDX-License-Identifier: BSL-1.0
// expect-error[gcc]: pawl: unique takes what is unique, then parts such as until_begun
// expect-error[clang]: template argument for template type parameter must be a type
// expect-source[clang]: pawl: unique takes what is unique, then parts such as until_begun
// sentence: pawl: unique takes what is unique, then parts such as until_begun
// meaning: A value stands where a type belongs.
// repair: Say what the value is for.
#include <pawl/policies/unique.hpp>

#ifdef COMPILE_FAIL
pawl::unique<pawl::whole_payload, 9> given;
#else
pawl::unique<pawl::whole_payload, pawl::until_begun> given;
#endif
