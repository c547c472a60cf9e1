// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: error class rate_limited stands in retry_on and in fatal_on; keep it in one of them"
// sentence: pawl: error class … stands in retry_on and in fatal_on; keep it in one of them
// meaning: The policy says two things about one class.
// repair: Keep the class in one of the lists.
#include <pawl/policies/retry.hpp>

using namespace pawl::literals;
namespace error = pawl::error;

#ifdef COMPILE_FAIL
using policy = pawl::retry<pawl::retry_on<error::timeout, error::rate_limited>,
                           pawl::fatal_on<error::rate_limited>>;
#else
using policy = pawl::retry<pawl::retry_on<error::timeout>, pawl::fatal_on<error::rate_limited>>;
#endif
static_assert(pawl::retry_policy<policy>);
