// SPDX-License-Identifier: BSL-1.0
// expect-error[gcc]: pawl: capacity takes a number of jobs, as in capacity<1000>
// expect-error[clang]: template argument for non-type template parameter must be an expression
// expect-source[clang]: pawl: capacity takes a number of jobs, as in capacity<1000>
// sentence: pawl: capacity takes a number of jobs, as in capacity<1000>
// meaning: A type stands where a value belongs, or the other way round.
// repair: Write what the sentence shows.
#include <pawl/policies/durability.hpp>

#ifdef COMPILE_FAIL
pawl::capacity<int> given;
#else
pawl::capacity<1000> given;
#endif
