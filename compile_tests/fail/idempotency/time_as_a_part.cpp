// SPDX-License-Identifier: BSL-1.0
// expect-error[gcc]: pawl: idempotency takes parts such as ttl<24_h>
// expect-error[clang]: template argument for template type parameter must be a type
// expect-source[clang]: pawl: idempotency takes parts such as ttl<24_h>
// sentence: pawl: idempotency takes parts such as ttl<24_h>
// meaning: A value stands where a type belongs.
// repair: Say what the value is for.
#include <pawl/policies/idempotency.hpp>

using namespace pawl::literals;

#ifdef COMPILE_FAIL
pawl::idempotency<24_h> given;
#else
pawl::idempotency<pawl::ttl<24_h>> given;
#endif
