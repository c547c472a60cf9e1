// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: payload_undecodable cannot be retried, because a stored payload does not change; remove it from retry_on"
// sentence: pawl: payload_undecodable cannot be retried, because a stored payload does not change; remove it from retry_on
// meaning: Another attempt would read the same bytes.
// repair: Remove it; to read old payloads, upcast them.
#include <pawl/policies/retry.hpp>

using namespace pawl::literals;
namespace error = pawl::error;

#ifdef COMPILE_FAIL
using policy = pawl::retry<pawl::retry_on<error::payload_undecodable>>;
#else
using policy = pawl::retry<pawl::retry_on<error::internal_bug>>;
#endif
static_assert(pawl::retry_policy<policy>);
