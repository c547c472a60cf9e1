// SPDX-License-Identifier: BSL-1.0
// expect-error[gcc]: pawl: stage takes a name in quotes, then two numbers from 0 to 100
// expect-error[clang]: template argument for non-type template parameter must be an expression
// expect-source[clang]: pawl: stage takes a name in quotes, then two numbers from 0 to 100
// sentence: pawl: stage takes a name in quotes, then two numbers from 0 to 100
// meaning: A type stands where a value belongs, or the other way round.
// repair: Write what the sentence shows.
#include <pawl/policies/stages.hpp>

#ifdef COMPILE_FAIL
pawl::stage<int, 0, 100> given;
#else
pawl::stage<"reading", 0, 100> given;
#endif
