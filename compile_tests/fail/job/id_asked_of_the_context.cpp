// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: the id of the job is ctx\.job_id\(\)
// sentence: pawl: the id of the job is ctx.job_id()
// meaning: There is more than one id here: that of the job, and that of its type.
// repair: Say which.
#include <string>

#include <pawl/job.hpp>

struct buy
    : pawl::job<"shop.buy", pawl::lifecycles::service, pawl::errors<pawl::error::network_timeout>> {
#ifdef COMPILE_FAIL
  outcome<void> operator()(context& ctx, int) const {
    ctx.log(ctx.id());
    return {};
  }
#else
  outcome<void> operator()(context& ctx, int) const {
    ctx.log(ctx.job_id());
    return {};
  }
#endif
};

static_assert(pawl::jobs<buy>::count == 1);
