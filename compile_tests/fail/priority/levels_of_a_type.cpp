// SPDX-License-Identifier: BSL-1.0
// expect-error[gcc]: pawl: levels takes the names of levels in quotes
// expect-error[clang]: template argument for non-type template parameter must be an expression
// expect-source[clang]: pawl: levels takes the names of levels in quotes
// sentence: pawl: levels takes the names of levels in quotes
// meaning: A type stands where a value belongs, or the other way round.
// repair: Write what the sentence shows.
#include <pawl/policies/priority.hpp>

#ifdef COMPILE_FAIL
pawl::levels<int> given;
#else
pawl::levels<"low"> given;
#endif
