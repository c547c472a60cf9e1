// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: progress is told in whole percent of the present stage, and perhaps a message; write ctx\.progress\(50\)
// sentence: pawl: progress is told in whole percent of the present stage, and perhaps a message; write ctx.progress(50)
// meaning: A share of one would be rounded to nothing.
// repair: Multiply by 100.
#include <string>

#include <pawl/job.hpp>

struct order {
  std::string item;
};
struct receipt {
  std::string number;
};

struct buy : pawl::job<"shop.buy", pawl::lifecycles::service> {
#ifdef COMPILE_FAIL
  outcome<receipt> operator()(context& ctx, order) const {
    ctx.progress(0.5);
    return receipt{};
  }
#else
  outcome<receipt> operator()(context& ctx, order) const {
    ctx.progress(50, "half of it");
    return receipt{};
  }
#endif
};

static_assert(pawl::jobs<buy>::count == 1);
