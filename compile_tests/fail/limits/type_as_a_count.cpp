// SPDX-License-Identifier: BSL-1.0
// expect-error[gcc]: pawl: concurrent takes a number, then parts, as in concurrent<4>
// expect-error[clang]: template argument for non-type template parameter must be an expression
// expect-source[clang]: pawl: concurrent takes a number, then parts, as in concurrent<4>
// sentence: pawl: concurrent takes a number, then parts, as in concurrent<4>
// meaning: A type stands where a value belongs, or the other way round.
// repair: Write what the sentence shows.
#include <pawl/policies/limits.hpp>

#ifdef COMPILE_FAIL
pawl::concurrent<int> given;
#else
pawl::concurrent<4> given;
#endif
