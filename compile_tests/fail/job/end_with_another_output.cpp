// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: job shop\.buy returns settled<int> where its output is receipt; return that, fail<class>\(\.\.\.\), pawl::cancelled or pawl::snooze\{\.\.\.\}
// sentence: pawl: job … returns … where its output is …; return that, fail<class>(...), pawl::cancelled or pawl::snooze{...}
// meaning: The job was ended in a transaction with an output of another type than it declares, which `result` could not read.
// repair: Give `complete_in` the declared output.
#include <string>

#include <pawl/job.hpp>

struct order {
  std::string item;
};
struct receipt {
  std::string number;
};

struct buy
    : pawl::job<"shop.buy", pawl::lifecycles::service, pawl::errors<pawl::error::network_timeout>> {
  outcome<receipt> operator()(context& ctx, order) const {
#ifdef COMPILE_FAIL
    const auto done = ctx.complete_in(&ctx, 7);
    if (!done) return pawl::cancelled;
    return *done;
#else
    const auto done = ctx.complete_in(&ctx, receipt{"7"});
    if (!done) return pawl::cancelled;
    return *done;
#endif
  }
};
