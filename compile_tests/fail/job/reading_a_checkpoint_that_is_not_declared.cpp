// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: job shop\.buy has no checkpoint; declare its type among the policies, as in pawl::checkpoint<rows_done>
// sentence: pawl: job … has no checkpoint; declare its type among the policies, as in pawl::checkpoint<…>
// meaning: There is nothing that an earlier attempt could have saved.
// repair: Declare the type of the checkpoint.
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
  outcome<receipt> operator()(context& ctx, order in) const {
#ifdef COMPILE_FAIL
    return receipt{ctx.checkpoint() ? "again" : in.item};
#else
    return receipt{ctx.attempt() > 1 ? "again" : in.item};
#endif
  }
};
