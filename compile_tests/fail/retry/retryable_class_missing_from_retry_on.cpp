// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: error class network_timeout is retryable by default but missing from retry_on; name it there or in fatal_on"
// sentence: pawl: error class … is retryable by default but missing from retry_on; name it there or in fatal_on
// meaning: retry_on lists what is retried, and this class would be retried without being listed.
// repair: Name it in retry_on, or in fatal_on if it must not be retried.
#include <pawl/policies/retry.hpp>

namespace error = pawl::error;

#ifdef COMPILE_FAIL
using failures = pawl::errors<error::rate_limited, error::network_timeout>;
using policy = pawl::retry<pawl::retry_on<error::rate_limited>>;
#else
using failures = pawl::errors<error::rate_limited, error::network_timeout>;
using policy =
    pawl::retry<pawl::retry_on<error::rate_limited>, pawl::fatal_on<error::network_timeout>>;
#endif
static_assert(pawl::retry_classification<failures, policy>::table().size() > 4);
