// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: false means that it is not stored; return pawl::snooze{...} then
// sentence: pawl: false means that it is not stored; return pawl::snooze{...} then
// meaning: A handler that goes on may do so beside another worker, and what it does is done again.
// repair: Look at the answer; a job that is snoozed comes again, unless another worker has it.
#include <string>

#include <pawl/job.hpp>

struct order {
  std::string item;
};
struct receipt {
  std::string number;
};

struct buy : pawl::job<"shop.buy", pawl::lifecycles::service, pawl::checkpoint<int>> {
  outcome<receipt> operator()(context& ctx, order) const {
#ifdef COMPILE_FAIL
    ctx.save(7);
    return receipt{};
#else
    if (!ctx.save(7)) return pawl::cancelled;
    return receipt{};
#endif
  }
};
