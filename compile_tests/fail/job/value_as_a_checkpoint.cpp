// SPDX-License-Identifier: BSL-1.0
// expect-error[gcc]: pawl: checkpoint takes the type that is saved
// expect-error[clang]: template argument for template type parameter must be a type
// expect-source[clang]: pawl: checkpoint takes the type that is saved
// sentence: pawl: checkpoint takes the type that is saved
// meaning: A type stands where a value belongs, or the other way round.
// repair: Write what the sentence shows.
#include <pawl/policies/checkpoint.hpp>

#ifdef COMPILE_FAIL
pawl::checkpoint<5> given;
#else
pawl::checkpoint<int> given;
#endif
