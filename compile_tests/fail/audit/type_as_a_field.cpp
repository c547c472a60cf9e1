// SPDX-License-Identifier: BSL-1.0
// expect-error[gcc]: pawl: audit takes the names of fields in quotes
// expect-error[clang]: template argument for non-type template parameter must be an expression
// expect-source[clang]: pawl: audit takes the names of fields in quotes
// sentence: pawl: audit takes the names of fields in quotes
// meaning: A type stands where a value belongs, or the other way round.
// repair: Write what the sentence shows.
#include <pawl/policies/audit.hpp>

using namespace pawl::literals;

#ifdef COMPILE_FAIL
pawl::audit<int> given;
#else
pawl::audit<"model"> given;
#endif
