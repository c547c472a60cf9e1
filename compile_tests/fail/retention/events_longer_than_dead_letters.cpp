// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: keep_events 12 h is longer than keep_dead_letters 1 h; events go with their job, so keep the job longer or the events shorter"
// sentence: pawl: keep_events … is longer than keep_dead_letters …; events go with their job, so keep the job longer or the events shorter
// meaning: Events of a deleted job have nothing to belong to.
// repair: Keep dead letters at least as long as the events.
#include <pawl/policies/retention.hpp>

using namespace pawl;
using namespace pawl::literals;

#ifdef COMPILE_FAIL
static_assert(sizeof(retention<keep_events<12_h>, keep_dead_letters<1_h>>) == 1);
#else
static_assert(sizeof(retention<keep_events<1_h>, keep_dead_letters<1_h>>) == 1);
#endif
