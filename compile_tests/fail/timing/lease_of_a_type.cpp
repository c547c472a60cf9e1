// SPDX-License-Identifier: BSL-1.0
// expect-error[gcc]: pawl: lease takes a length of time such as 60_s
// expect-error[clang]: template argument for non-type template parameter must be an expression
// expect-source[clang]: pawl: lease takes a length of time such as 60_s
// sentence: pawl: lease takes a length of time such as 60_s
// meaning: A type stands where a value belongs, or the other way round.
// repair: Write what the sentence shows.
#include <pawl/policies/timing.hpp>

using namespace pawl::literals;

#ifdef COMPILE_FAIL
pawl::lease<int> given;
#else
pawl::lease<60_s> given;
#endif
