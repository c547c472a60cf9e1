// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: an attempt ends by what its handler returns; write return fail<class>\(
// sentence: pawl: an attempt ends by what its handler returns; write return fail<class>("message"), or return pawl::snooze{10min}
// meaning: A context tells about an attempt; it does not end it.
// repair: Return the end.
#include <string>

#include <pawl/job.hpp>

struct buy
    : pawl::job<"shop.buy", pawl::lifecycles::service, pawl::errors<pawl::error::network_timeout>> {
#ifdef COMPILE_FAIL
  outcome<void> operator()(context& ctx, int) const {
    return ctx.fail<pawl::error::network_timeout>("no answer");
  }
#else
  outcome<void> operator()(context& ctx, int) const {
    static_cast<void>(ctx);
    return fail<pawl::error::network_timeout>("no answer");
  }
#endif
};

static_assert(pawl::jobs<buy>::count == 1);
