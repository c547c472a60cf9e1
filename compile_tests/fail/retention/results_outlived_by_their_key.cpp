// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: keep_results 1 h is shorter than the ttl 1 d of an idempotency key; a repeated submission returns the job, so keep it as long as its key"
// sentence: pawl: keep_results … is shorter than the ttl … of an idempotency key; a repeated submission returns the job, so keep it as long as its key
// meaning: The key would point to a job that is gone.
// repair: Keep results longer, or shorten the ttl.
#include <pawl/policies/idempotency.hpp>
#include <pawl/policies/retention.hpp>

using namespace pawl;
using namespace pawl::literals;

#ifdef COMPILE_FAIL
static_assert(sizeof(retention_rules<retention<keep_results<1_h>>, idempotency<>>) == 1);
#else
static_assert(sizeof(retention_rules<retention<keep_results<1_h>>, idempotency<ttl<1_h>>>) == 1);
#endif
