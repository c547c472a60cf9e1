// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: rescue_after 5 min is not later than timeout 5 min; give the handler time to heed its stop token"
// sentence: pawl: rescue_after … is not later than timeout …; give the handler time to heed its stop token
// meaning: A handler would be given up before it could react.
// repair: Let rescue_after be longer than the timeout.
#include <pawl/policies/timing.hpp>

using namespace pawl;
using namespace pawl::literals;

#ifdef COMPILE_FAIL
static_assert(sizeof(timeout<5_min, rescue_after<5_min>>) == 1);
#else
static_assert(sizeof(timeout<5_min, rescue_after<6_min>>) == 1);
#endif
