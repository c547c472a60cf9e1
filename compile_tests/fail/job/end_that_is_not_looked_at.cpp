// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: return the answer, or fail with its error
// sentence: pawl: return the answer, or fail with its error
// meaning: If it was refused, the job has not ended.
// repair: Return the answer, or roll back.
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
    ctx.complete_in(&ctx, receipt{});
    return receipt{};
#else
    return ctx.complete_in(&ctx, receipt{}) ? receipt{"done"} : receipt{};
#endif
  }
};
