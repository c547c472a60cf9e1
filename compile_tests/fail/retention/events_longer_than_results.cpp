// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: keep_events 2 d is longer than keep_results 1 d; events go with their job, so keep the job longer or the events shorter"
// sentence: pawl: keep_events … is longer than keep_results …; events go with their job, so keep the job longer or the events shorter
// meaning: Events of a deleted job have nothing to belong to.
// repair: Keep the job at least as long as its events.
#include <pawl/policies/retention.hpp>

using namespace pawl;
using namespace pawl::literals;

#ifdef COMPILE_FAIL
static_assert(sizeof(retention<keep_events<2_d>>) == 1);
#else
static_assert(sizeof(retention<keep_events<2_d>, keep_results<2_d>>) == 1);
#endif
