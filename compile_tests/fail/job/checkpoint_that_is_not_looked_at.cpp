// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: false means that the lease is lost; stop then
// sentence: pawl: false means that the lease is lost; stop then
// meaning: A handler that has lost its lease works beside another one.
// repair: Look at the answer.
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
