// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: ctx\.log takes one text; write std::to_string\(number\), and join texts with \+
// sentence: pawl: ctx.log takes one text; write std::to_string(number), and join texts with +
// meaning: A line of the history is a text; nothing is formatted.
// repair: Make one text of it.
#include <string>

#include <pawl/job.hpp>

struct buy
    : pawl::job<"shop.buy", pawl::lifecycles::service, pawl::errors<pawl::error::network_timeout>> {
#ifdef COMPILE_FAIL
  outcome<void> operator()(context& ctx, int) const {
    ctx.log("rows", 42);
    return {};
  }
#else
  outcome<void> operator()(context& ctx, int) const {
    ctx.log("rows " + std::to_string(42));
    return {};
  }
#endif
};

static_assert(pawl::jobs<buy>::count == 1);
