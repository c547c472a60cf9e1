// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: job shop\.buy has no checkpoint; declare its type among the policies, as in pawl::checkpoint<order>
// sentence: pawl: job … has no checkpoint; declare its type among the policies, as in pawl::checkpoint<…>
// meaning: What is saved must be what is read, by the next attempt and by the next version of the program.
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
  outcome<receipt> operator()([[maybe_unused]] context& ctx, order in) const {
#ifdef COMPILE_FAIL
    if (!ctx.save(in)) return pawl::cancelled;
    return receipt{};
#else
    return receipt{in.item};
#endif
  }
};
