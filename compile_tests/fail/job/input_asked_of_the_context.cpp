// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: the input of a job is given to its handler; take it behind the context
// sentence: pawl: the input of a job is given to its handler; take it behind the context
// meaning: A handler is called with the context and the input.
// repair: Take it as the second parameter.
#include <string>

#include <pawl/job.hpp>

struct order {
  std::string item;
};
struct buy : pawl::job<"shop.buy", pawl::lifecycles::service> {
  outcome<int> operator()(context& ctx, order in) const {
    static_cast<void>(in);
#ifdef COMPILE_FAIL
    order again = ctx.input();
    static_cast<void>(again);
#else
    order again = in;
    static_cast<void>(again);
    ctx.stop_here();
#endif
    return 1;
  }
};

static_assert(pawl::jobs<buy>::count == 1);
