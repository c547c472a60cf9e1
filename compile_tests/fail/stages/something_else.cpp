// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: stages does not take timeout; it takes only stage<name, from, to>"
// sentence: pawl: stages does not take …; it takes only stage<name, from, to>
// meaning: Only stages can be listed.
// repair: Move the other policy out of stages<...>.
#include <pawl/policies/stages.hpp>
#include <pawl/policies/timing.hpp>

using namespace pawl;
using namespace pawl::literals;

#ifdef COMPILE_FAIL
static_assert(sizeof(stages<stage<"fetching", 0, 100>, timeout<5_min>>) == 1);
#else
static_assert(sizeof(stages<stage<"fetching", 0, 100>>) == 1);
#endif
