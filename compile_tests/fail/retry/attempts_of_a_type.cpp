// SPDX-License-Identifier: BSL-1.0
// expect-error[gcc]: pawl: attempts takes a number, as in attempts<3>
// expect-error[clang]: template argument for non-type template parameter must be an expression
// expect-source[clang]: pawl: attempts takes a number, as in attempts<3>
// sentence: pawl: attempts takes a number, as in attempts<3>
// meaning: A type stands where a value belongs, or the other way round.
// repair: Write what the sentence shows.
#include <pawl/policies/retry.hpp>

#ifdef COMPILE_FAIL
pawl::attempts<int> given;
#else
pawl::attempts<3> given;
#endif
