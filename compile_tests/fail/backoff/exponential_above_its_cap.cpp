// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: exponential begins with 30 s, above its cap of 2 s; raise the cap"
// sentence: pawl: … begins with …, above its cap of …; raise the cap
// meaning: The first delay of a backoff is longer than its longest.
// repair: Raise the cap, or swap the two.
#include <pawl/policies/backoff.hpp>

using namespace pawl::literals;

#ifdef COMPILE_FAIL
using backoff = pawl::exponential<30_s, 2_s>;
#else
using backoff = pawl::exponential<2_s, 30_s>;
#endif
static_assert(pawl::backoff_policy<backoff>);
