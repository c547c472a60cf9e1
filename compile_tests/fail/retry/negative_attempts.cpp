// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: attempts has a negative count; use attempts<1> to run it once, without retries
// sentence: pawl: attempts has a negative count; use attempts<1> to run it once, without retries
// meaning: A job is started once at least.
// repair: Give the number of starts, the first included.
#include <pawl/policies/retry.hpp>

#ifdef COMPILE_FAIL
using tries = pawl::retry<pawl::attempts<-1>>;
#else
using tries = pawl::retry<pawl::attempts<1>>;
#endif
static_assert(tries::max_attempts == 1);
