// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: whether the job is to stop is told by ctx\.stop_requested\(\)
// sentence: pawl: whether the job is to stop is told by ctx.stop_requested()
// meaning: A handler is asked to stop for more reasons than a cancellation: it ran out of time, or its lease is about to be lost.
// repair: Ask for that.
#include <string>

#include <pawl/job.hpp>

struct buy
    : pawl::job<"shop.buy", pawl::lifecycles::service, pawl::errors<pawl::error::network_timeout>> {
#ifdef COMPILE_FAIL
  outcome<void> operator()(context& ctx, int) const {
    if (ctx.cancelled()) return pawl::cancelled;
    return {};
  }
#else
  outcome<void> operator()(context& ctx, int) const {
    if (ctx.stop_requested()) return pawl::cancelled;
    return {};
  }
#endif
};

static_assert(pawl::jobs<buy>::count == 1);
