// SPDX-License-Identifier: BSL-1.0
// expect-error[gcc]: pawl: stages takes stages such as stage<
// expect-error[clang]: template argument for template type parameter must be a type
// expect-source[clang]: pawl: stages takes stages such as stage<\.\.\.>
// sentence: pawl: stages takes stages such as stage<...>
// meaning: A value stands where a type belongs.
// repair: Say what the value is for.
#include <pawl/policies/stages.hpp>

#ifdef COMPILE_FAIL
pawl::stages<"a"> given;
#else
pawl::stages<pawl::stage<"a", 0, 100>> given;
#endif
