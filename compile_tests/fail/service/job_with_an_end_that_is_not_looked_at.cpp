// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: a job that was refused is not submitted; look at the answer
// sentence: pawl: a job that was refused is not submitted; look at the answer
// meaning: Nothing else tells that it was refused.
// repair: Look at the answer; if it does not matter, say `static_cast<void>`.
#include <string>

#include <pawl/runtime/submit.hpp>

struct order {
  std::string item;
};
struct tell : pawl::job<"shop.tell", pawl::lifecycles::service> {
  outcome<void> operator()(context&, order) const { return {}; }
};
struct look : pawl::job<"shop.look", pawl::lifecycles::service, pawl::ephemeral<>> {
  outcome<void> operator()(context&, const order&) const { return {}; }
};

struct buy : pawl::job<"shop.buy", pawl::lifecycles::service> {
  outcome<void> operator()(context& ctx, order) const {
#ifdef COMPILE_FAIL
    ctx.submit<tell>({"tea"});
#else
    static_cast<void>(ctx.submit<tell>({"tea"}));
#endif
    return {};
  }
};
