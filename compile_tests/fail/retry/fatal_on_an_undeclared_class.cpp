// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: fatal_on names error class rate_limited, which the job does not declare; add it to pawl::errors<\.\.\.>"
// sentence: pawl: … names error class …, which the job does not declare; add it to pawl::errors<...>
// meaning: The policy speaks about a failure that the job cannot have.
// repair: Add the class to errors<…>, or remove it from the list.
#include <pawl/policies/retry.hpp>

namespace error = pawl::error;

#ifdef COMPILE_FAIL
using failures = pawl::errors<error::quota_exceeded>;
using policy = pawl::retry<pawl::fatal_on<error::rate_limited>>;
#else
using failures = pawl::errors<error::rate_limited>;
using policy = pawl::retry<pawl::fatal_on<error::rate_limited>>;
#endif
static_assert(pawl::retry_classification<failures, policy>::table().size() > 4);
