// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: error class flaky is neither retryable nor fatal; name it in retry_on or in fatal_on"
// sentence: pawl: error class … is neither retryable nor fatal; name it in retry_on or in fatal_on
// meaning: Nobody has said whether this failure is worth another attempt.
// repair: Name the class in retry_on or fatal_on, or classify it where it is declared.
#include <pawl/policies/retry.hpp>

struct flaky : pawl::error_class<"flaky"> {};

#ifdef COMPILE_FAIL
using failures = pawl::errors<flaky>;
using policy = pawl::retry<pawl::attempts<3>>;
#else
using failures = pawl::errors<flaky>;
using policy = pawl::retry<pawl::attempts<3>, pawl::retry_on<flaky>>;
#endif
static_assert(pawl::retry_classification<failures, policy>::table().size() > 4);
