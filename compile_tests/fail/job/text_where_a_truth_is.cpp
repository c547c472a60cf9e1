// SPDX-License-Identifier: BSL-1.0
// expect-error: where its output is bool; return that, fail<class>\(\.\.\.\), pawl::cancelled or pawl::snooze\{\.\.\.\}
// sentence: pawl: job … returns … where its output is …; return that, fail<class>(...), pawl::cancelled or pawl::snooze{...}
#include <string>

#include <pawl/job.hpp>

struct buy
    : pawl::job<"shop.buy", pawl::lifecycles::service, pawl::errors<pawl::error::network_timeout>> {
#ifdef COMPILE_FAIL
  outcome<bool> operator()(context& ctx, int) const {
    static_cast<void>(ctx);
    return "done";
  }
#else
  outcome<bool> operator()(context& ctx, int) const {
    static_cast<void>(ctx);
    return true;
  }
#endif
};

static_assert(pawl::jobs<buy>::count == 1);
