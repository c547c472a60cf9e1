// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: an ephemeral job dies with its process, and there is nothing to find after a crash; make it durable, or test it on a workbench
// sentence: pawl: an ephemeral job dies with its process, and there is nothing to find after a crash; make it durable, or test it on a workbench
// meaning: A job type that lives in memory only is to survive crashes.
// repair: Make the job type durable; or, if it may be lost, test it on a workbench.
#include <pawl/testing/crash_everywhere.hpp>

struct buy : pawl::job<"shop.buy", pawl::lifecycles::service> {
  outcome<int> operator()(context&, int items) const { return items; }
};
struct look : pawl::job<"shop.look", pawl::lifecycles::service, pawl::ephemeral<>> {
  outcome<int> operator()(context&, const int& items) const { return items; }
};

#ifdef COMPILE_FAIL
using tested = look;
#else
using tested = buy;
#endif

bool survives() {
  return pawl::testing::crash_everywhere([] { return tested{}; }, 1).ok();
}
