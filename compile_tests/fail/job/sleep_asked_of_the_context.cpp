// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: a context does not wait; return pawl::snooze\{10min\} to be run again later
// sentence: pawl: a context does not wait; return pawl::snooze{10min} to be run again later
// meaning: A worker that sleeps runs nothing else.
// repair: Return a snooze.
#include <string>

#include <pawl/job.hpp>

struct order {
  std::string item;
};
struct buy : pawl::job<"shop.buy", pawl::lifecycles::service> {
  outcome<int> operator()(context& ctx, order in) const {
    static_cast<void>(in);
#ifdef COMPILE_FAIL
    ctx.sleep_for(std::chrono::minutes{10});
#else
    if (ctx.attempt() == 1) return pawl::snooze{std::chrono::minutes{10}};
#endif
    return 1;
  }
};

static_assert(pawl::jobs<buy>::count == 1);
