// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: a checkpoint is written by ctx.save\(data\), and read by ctx.checkpoint\(\)
// sentence: pawl: a checkpoint is written by ctx.save(data), and read by ctx.checkpoint()
// meaning: The one without an argument reads.
// repair: Write ctx.save.
#include <string>

#include <pawl/job.hpp>

struct order {
  std::string item;
};
struct buy : pawl::job<"shop.buy", pawl::lifecycles::service, pawl::checkpoint<int>> {
  outcome<int> operator()(context& ctx, order in) const {
    static_cast<void>(in);
#ifdef COMPILE_FAIL
    ctx.checkpoint(5);
#else
    if (!ctx.save(5)) return pawl::cancelled;
#endif
    return 1;
  }
};

static_assert(pawl::jobs<buy>::count == 1);
