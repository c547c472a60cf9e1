// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: polynomial begins with 1500 ms, above its cap of 1 s; raise the cap"
// sentence: pawl: … begins with …, above its cap of …; raise the cap
// meaning: The first delay of a backoff is longer than its longest.
// repair: Raise the cap, or swap the two.
#include <pawl/policies/backoff.hpp>

using namespace pawl::literals;

#ifdef COMPILE_FAIL
using backoff = pawl::polynomial<1500_ms, 2, 1_s>;
#else
using backoff = pawl::polynomial<1_s, 2, 1500_ms>;
#endif
static_assert(pawl::backoff_policy<backoff>);
