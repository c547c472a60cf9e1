// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: stage wrapping is not declared; the stages are paying, packing
// sentence: pawl: stage … is not declared; the stages are …
// meaning: A handler enters a stage that the job type does not name; progress would have nowhere to go.
// repair: Spell the stage as declared, or declare it.
#include <string>

#include <pawl/job.hpp>

struct order {
  std::string item;
};
struct receipt {
  std::string number;
};

struct buy
    : pawl::job<"shop.buy", pawl::lifecycles::service,
                pawl::stages<pawl::stage<"paying", 0, 40>, pawl::stage<"packing", 40, 100>>> {
  outcome<void> operator()(context& ctx, order) const {
#ifdef COMPILE_FAIL
    ctx.enter<"wrapping">();
#else
    ctx.enter<"packing">();
#endif
    return {};
  }
};
