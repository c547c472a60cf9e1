// SPDX-License-Identifier: BSL-1.0
// expect-error[gcc]: pawl: payload_limit takes a size such as 1_MiB
// expect-error[clang]: template argument for non-type template parameter must be an expression
// expect-source[clang]: pawl: payload_limit takes a size such as 1_MiB
// sentence: pawl: payload_limit takes a size such as 1_MiB
// meaning: A type stands where a value belongs, or the other way round.
// repair: Write what the sentence shows.
#include <pawl/policies/sizes.hpp>

using namespace pawl::literals;

#ifdef COMPILE_FAIL
pawl::payload_limit<int> given;
#else
pawl::payload_limit<1_MiB> given;
#endif
