// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: error classes throttled and rate_limited have the same code, rate_limited; give each a code of its own"
// sentence: pawl: error classes … and … have the same code, …; give each a code of its own
// meaning: Two classes of one set could not be told apart where only the code is stored.
// repair: Give one of the classes another code.
#include <pawl/policies/errors.hpp>

#ifdef COMPILE_FAIL
struct throttled : pawl::error_class<"rate_limited", pawl::retryable> {};
#else
struct throttled : pawl::error_class<"throttled", pawl::retryable> {};
#endif
static_assert(sizeof(pawl::errors<throttled, pawl::error::rate_limited>) == 1);
