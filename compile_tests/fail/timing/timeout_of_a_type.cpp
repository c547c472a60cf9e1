// SPDX-License-Identifier: BSL-1.0
// expect-error[gcc]: pawl: timeout takes a length of time such as 5_min
// expect-error[clang]: template argument for non-type template parameter must be an expression
// expect-source[clang]: pawl: timeout takes a length of time such as 5_min
// sentence: pawl: timeout takes a length of time such as 5_min
// meaning: A type stands where a value belongs, or the other way round.
// repair: Write what the sentence shows.
#include <pawl/policies/timing.hpp>

using namespace pawl::literals;

#ifdef COMPILE_FAIL
pawl::timeout<int> given;
#else
pawl::timeout<5_min> given;
#endif
