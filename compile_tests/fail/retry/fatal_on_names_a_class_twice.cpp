// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: error class timeout is listed twice; list it once"
// sentence: pawl: error class … is listed twice; list it once
// meaning: One list names an error class twice.
// repair: Remove one of the two.
#include <pawl/policies/retry.hpp>

using namespace pawl::literals;
namespace error = pawl::error;

#ifdef COMPILE_FAIL
using policy = pawl::retry<pawl::fatal_on<error::timeout, error::timeout>>;
#else
using policy = pawl::retry<pawl::fatal_on<error::timeout>>;
#endif
static_assert(pawl::retry_policy<policy>);
