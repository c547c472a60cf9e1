// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: linear begins with 5 min, above its cap of 90 s; raise the cap"
// sentence: pawl: … begins with …, above its cap of …; raise the cap
// meaning: The first delay of a backoff is longer than its longest.
// repair: Raise the cap, or swap the two.
#include <pawl/policies/backoff.hpp>

using namespace pawl::literals;

#ifdef COMPILE_FAIL
using backoff = pawl::linear<5_min, 90_s>;
#else
using backoff = pawl::linear<90_s, 5_min>;
#endif
static_assert(pawl::backoff_policy<backoff>);
