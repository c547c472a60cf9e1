// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: ctx.submit takes a handler, and order is none; write ctx.submit<handler>\(input\)
// sentence: pawl: ctx.submit takes a handler, and … is none; write ctx.submit<handler>(input)
// meaning: The type between the angle brackets is no job type.
// repair: Name the handler of the job.
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
    static_cast<void>(ctx.submit<order>(order{"tea"}));
#else
    static_cast<void>(ctx.submit<tell>({"tea"}));
#endif
    return {};
  }
};
