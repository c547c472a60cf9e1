// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: int is not an error class; derive it from pawl::error_class, with its code"
// sentence: pawl: … is not an error class; derive it from pawl::error_class, with its code
// meaning: retry_on or fatal_on holds a type that is no error class.
// repair: Name an error class.
#include <pawl/policies/retry.hpp>

using namespace pawl::literals;
namespace error = pawl::error;

#ifdef COMPILE_FAIL
using policy = pawl::retry<pawl::retry_on<int>>;
#else
using policy = pawl::retry<pawl::retry_on<error::timeout>>;
#endif
static_assert(pawl::retry_policy<policy>);
