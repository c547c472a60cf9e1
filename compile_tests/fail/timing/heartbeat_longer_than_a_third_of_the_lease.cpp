// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: heartbeat 30 s is longer than a third of lease 1 min; beat at least every 20 s, or lengthen the lease"
// sentence: pawl: heartbeat … is longer than a third of lease …; beat at least every …, or lengthen the lease
// meaning: One or two lost heartbeats would lose the job.
// repair: Beat more often, or lengthen the lease.
#include <pawl/policies/timing.hpp>

using namespace pawl;
using namespace pawl::literals;

#ifdef COMPILE_FAIL
static_assert(sizeof(timing_rules<default_timeout, heartbeat<30_s>, lease<60_s>>) == 1);
#else
static_assert(sizeof(timing_rules<default_timeout, heartbeat<20_s>, lease<60_s>>) == 1);
#endif
