// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: retention does not take ttl; it takes only keep_results, keep_output, keep_link, keep_events, keep_dead_letters, keep_at_most"
// sentence: pawl: retention does not take …; it takes only keep_results, keep_output, keep_link, keep_events, keep_dead_letters, keep_at_most
// meaning: The policy is given something that is no part of it.
// repair: Remove it, or move it where it belongs.
#include <pawl/policies/idempotency.hpp>
#include <pawl/policies/retention.hpp>

using namespace pawl;
using namespace pawl::literals;

#ifdef COMPILE_FAIL
static_assert(sizeof(retention<ttl<1_h>>) == 1);
#else
static_assert(sizeof(retention<>) == 1);
#endif
