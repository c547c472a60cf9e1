// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: fixed has a delay of 0 ms; give it one above 0 ms, or use no_delay"
// sentence: pawl: … has a delay of …; give it one above 0 ms, or use no_delay
// meaning: A backoff begins with a delay of nothing, or of less.
// repair: Give it a positive delay; to retry at once, say no_delay.
#include <pawl/policies/backoff.hpp>

using namespace pawl::literals;

#ifdef COMPILE_FAIL
using backoff = pawl::fixed<0_s>;
#else
using backoff = pawl::fixed<1_s>;
#endif
static_assert(pawl::backoff_policy<backoff>);
