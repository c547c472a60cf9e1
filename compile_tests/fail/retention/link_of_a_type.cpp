// SPDX-License-Identifier: BSL-1.0
// expect-error[gcc]: pawl: keep_link takes a length of time such as 30_d
// expect-error[clang]: template argument for non-type template parameter must be an expression
// expect-source[clang]: pawl: keep_link takes a length of time such as 30_d
// sentence: pawl: keep_link takes a length of time such as 30_d
// meaning: A type stands where a value belongs, or the other way round.
// repair: Write what the sentence shows.
#include <pawl/policies/retention.hpp>

using namespace pawl::literals;

#ifdef COMPILE_FAIL
pawl::keep_link<int> given;
#else
pawl::keep_link<30_d> given;
#endif
