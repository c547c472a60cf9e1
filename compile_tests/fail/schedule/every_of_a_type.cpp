// SPDX-License-Identifier: BSL-1.0
// expect-error[gcc]: pawl: every takes a length of time such as 1_h
// expect-error[clang]: template argument for non-type template parameter must be an expression
// expect-source[clang]: pawl: every takes a length of time such as 1_h
// sentence: pawl: every takes a length of time such as 1_h
// meaning: A type stands where a value belongs, or the other way round.
// repair: Write what the sentence shows.
#include <pawl/policies/schedule.hpp>

using namespace pawl::literals;

#ifdef COMPILE_FAIL
pawl::every<int> given;
#else
pawl::every<1_h> given;
#endif
