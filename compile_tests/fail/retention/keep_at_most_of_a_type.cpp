// SPDX-License-Identifier: BSL-1.0
// expect-error[gcc]: pawl: keep_at_most takes a number of jobs, as in keep_at_most<1000>
// expect-error[clang]: template argument for non-type template parameter must be an expression
// expect-source[clang]: pawl: keep_at_most takes a number of jobs, as in keep_at_most<1000>
// sentence: pawl: keep_at_most takes a number of jobs, as in keep_at_most<1000>
// meaning: A type stands where a value belongs, or the other way round.
// repair: Write what the sentence shows.
#include <pawl/policies/retention.hpp>

#ifdef COMPILE_FAIL
pawl::keep_at_most<int> given;
#else
pawl::keep_at_most<1000> given;
#endif
