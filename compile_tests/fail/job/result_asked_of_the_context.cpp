// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: a handler does not wait for other jobs; hold their output in its input, as pawl::output_of<handler>
// sentence: pawl: a handler does not wait for other jobs; hold their output in its input, as pawl::output_of<handler>
// meaning: A worker that waits for another job keeps that one from running.
// repair: Let the job that needs the output hold it.
#include <string>

#include <pawl/job.hpp>

struct order {
  std::string item;
};
struct buy : pawl::job<"shop.buy", pawl::lifecycles::service> {
  outcome<int> operator()(context& ctx, order in) const {
    static_cast<void>(in);
#ifdef COMPILE_FAIL
    ctx.result(in);
#else
    ctx.stop_here();
#endif
    return 1;
  }
};

static_assert(pawl::jobs<buy>::count == 1);
