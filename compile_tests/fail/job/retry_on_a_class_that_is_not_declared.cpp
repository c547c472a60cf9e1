// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: retry_on names error class quota_exceeded, which the job does not declare; add it to pawl::errors<\.\.\.>
// sentence: pawl: … names error class …, which the job does not declare; add it to pawl::errors<...>
#include <pawl/job.hpp>

#ifdef COMPILE_FAIL
pawl::job<"shop.buy", pawl::lifecycles::service,
          pawl::retry<pawl::retry_on<pawl::error::quota_exceeded>>>
    type;
#else
pawl::job<"shop.buy", pawl::lifecycles::service, pawl::errors<pawl::error::quota_exceeded>,
          pawl::retry<pawl::retry_on<pawl::error::quota_exceeded>>>
    type;
#endif
