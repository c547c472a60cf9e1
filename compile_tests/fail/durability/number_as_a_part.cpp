// SPDX-License-Identifier: BSL-1.0
// expect-error[gcc]: pawl: ephemeral takes parts such as capacity<1000>
// expect-error[clang]: template argument for template type parameter must be a type
// expect-source[clang]: pawl: ephemeral takes parts such as capacity<1000>
// sentence: pawl: ephemeral takes parts such as capacity<1000>
// meaning: A value stands where a type belongs.
// repair: Say what the value is for.
#include <pawl/policies/durability.hpp>

#ifdef COMPILE_FAIL
pawl::ephemeral<1000> given;
#else
pawl::ephemeral<pawl::capacity<1000>> given;
#endif
