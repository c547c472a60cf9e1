// SPDX-License-Identifier: BSL-1.0
// expect-error[gcc]: pawl: default_level takes the name of a level in quotes
// expect-error[clang]: template argument for non-type template parameter must be an expression
// expect-source[clang]: pawl: default_level takes the name of a level in quotes
// sentence: pawl: default_level takes the name of a level in quotes
// meaning: A type stands where a value belongs, or the other way round.
// repair: Write what the sentence shows.
#include <pawl/policies/priority.hpp>

#ifdef COMPILE_FAIL
pawl::default_level<int> given;
#else
pawl::default_level<"low"> given;
#endif
