// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: a time to wait has a unit; write 10s, or std::chrono::seconds\{10\}
// sentence: pawl: a time to wait has a unit; write 10s, or std::chrono::seconds{10}
#include <string>

#include <pawl/job.hpp>

struct order {
  std::string item;
};
struct buy
    : pawl::job<"shop.buy", pawl::lifecycles::service, pawl::errors<pawl::error::network_timeout>> {
  outcome<int> operator()(context& ctx, order in) const {
    static_cast<void>(in);
#ifdef COMPILE_FAIL
    if (ctx.attempt() == 1) return fail<pawl::error::network_timeout>("no answer").after(5);
#else
    if (ctx.attempt() == 1)
      return fail<pawl::error::network_timeout>("no answer").after(std::chrono::seconds{5});
#endif
    return 1;
  }
};

static_assert(pawl::jobs<buy>::count == 1);
