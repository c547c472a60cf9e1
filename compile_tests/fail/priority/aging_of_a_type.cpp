// SPDX-License-Identifier: BSL-1.0
// expect-error[gcc]: pawl: aging takes a length of time such as 10_min
// expect-error[clang]: template argument for non-type template parameter must be an expression
// expect-source[clang]: pawl: aging takes a length of time such as 10_min
// sentence: pawl: aging takes a length of time such as 10_min
// meaning: A type stands where a value belongs, or the other way round.
// repair: Write what the sentence shows.
#include <pawl/policies/priority.hpp>

using namespace pawl::literals;

#ifdef COMPILE_FAIL
pawl::aging<int> given;
#else
pawl::aging<10_min> given;
#endif
