// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: job shop\.buy returns double where its output is int; return that, fail<class>\(\.\.\.\), pawl::cancelled or pawl::snooze\{\.\.\.\}
// sentence: pawl: job … returns … where its output is …; return that, fail<class>(...), pawl::cancelled or pawl::snooze{...}
#include <string>

#include <pawl/job.hpp>

struct buy
    : pawl::job<"shop.buy", pawl::lifecycles::service, pawl::errors<pawl::error::network_timeout>> {
#ifdef COMPILE_FAIL
  outcome<int> operator()(context& ctx, int) const {
    static_cast<void>(ctx);
    return 1.5;
  }
#else
  outcome<int> operator()(context& ctx, int) const {
    static_cast<void>(ctx);
    return 2;
  }
#endif
};

static_assert(pawl::jobs<buy>::count == 1);
