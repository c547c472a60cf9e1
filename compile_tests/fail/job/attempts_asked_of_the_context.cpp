// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: which attempt this is, from 1 on, is ctx.attempt\(\)
// sentence: pawl: which attempt this is, from 1 on, is ctx.attempt()
// meaning: It is the number of the present one.
// repair: Write ctx.attempt().
#include <string>

#include <pawl/job.hpp>

struct order {
  std::string item;
};
struct buy : pawl::job<"shop.buy", pawl::lifecycles::service> {
  outcome<int> operator()(context& ctx, order in) const {
    static_cast<void>(in);
#ifdef COMPILE_FAIL
    if (ctx.attempts() > 1) return 2;
#else
    if (ctx.attempt() > 1) return 2;
#endif
    return 1;
  }
};

static_assert(pawl::jobs<buy>::count == 1);
