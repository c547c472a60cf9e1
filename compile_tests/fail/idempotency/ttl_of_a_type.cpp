// SPDX-License-Identifier: BSL-1.0
// expect-error[gcc]: pawl: ttl takes a length of time such as 24_h
// expect-error[clang]: template argument for non-type template parameter must be an expression
// expect-source[clang]: pawl: ttl takes a length of time such as 24_h
// sentence: pawl: ttl takes a length of time such as 24_h
// meaning: A type stands where a value belongs, or the other way round.
// repair: Write what the sentence shows.
#include <pawl/policies/idempotency.hpp>

using namespace pawl::literals;

#ifdef COMPILE_FAIL
pawl::ttl<int> given;
#else
pawl::ttl<24_h> given;
#endif
