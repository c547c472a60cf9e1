// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: error class rate_limited is listed twice; list it once"
// sentence: pawl: error class … is listed twice; list it once
// meaning: One list names an error class twice.
// repair: Remove one of the two.
#include <pawl/policies/errors.hpp>

namespace error = pawl::error;

#ifdef COMPILE_FAIL
static_assert(sizeof(pawl::errors<error::rate_limited, error::rate_limited>) == 1);
#else
static_assert(sizeof(pawl::errors<error::rate_limited, error::timeout>) == 1);
#endif
