// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: retry names classes to retry but allows 1 attempt; raise attempts, or remove retry_on"
// sentence: pawl: retry names classes to retry but allows 1 attempt; raise attempts, or remove retry_on
// meaning: The first attempt is the last, so nothing is ever retried.
// repair: Raise attempts, or remove retry_on.
#include <pawl/policies/retry.hpp>

using namespace pawl::literals;
namespace error = pawl::error;

#ifdef COMPILE_FAIL
using policy = pawl::retry<pawl::attempts<1>, pawl::retry_on<error::timeout>>;
#else
using policy = pawl::retry<pawl::attempts<2>, pawl::retry_on<error::timeout>>;
#endif
static_assert(pawl::retry_policy<policy>);
