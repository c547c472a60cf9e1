// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: .*quota_exceeded
// sentence: pawl: retry_on names error class …, which the job does not declare; …
#include <pawl/job.hpp>

#ifdef COMPILE_FAIL
pawl::job<"shop.buy", pawl::lifecycles::service, pawl::retry<pawl::retry_on<pawl::error::quota_exceeded>>> type;
#else
pawl::job<"shop.buy", pawl::lifecycles::service, pawl::errors<pawl::error::quota_exceeded>,
          pawl::retry<pawl::retry_on<pawl::error::quota_exceeded>>>
    type;
#endif
