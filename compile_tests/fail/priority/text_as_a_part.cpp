// SPDX-License-Identifier: BSL-1.0
// expect-error[gcc]: pawl: priority takes parts such as levels<
// expect-error[clang]: template argument for template type parameter must be a type
// expect-source[clang]: pawl: priority takes parts such as levels<\.\.\.>
// sentence: pawl: priority takes parts such as levels<...>
// meaning: A value stands where a type belongs.
// repair: Say what the value is for.
#include <pawl/policies/priority.hpp>

#ifdef COMPILE_FAIL
pawl::priority<"high"> given;
#else
pawl::priority<pawl::levels<"low", "high">> given;
#endif
