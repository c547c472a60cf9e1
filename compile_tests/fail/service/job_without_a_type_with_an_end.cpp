// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: ctx.submit does not see from an input which job is meant; write ctx.submit<handler>\(\.\.\.\)
// sentence: pawl: ctx.submit does not see from an input which job is meant; write ctx.submit<handler>(...)
// meaning: Several job types may have the same input.
// repair: Name the handler.
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
    static_cast<void>(ctx.submit(order{"tea"}));
#else
    static_cast<void>(ctx.submit<tell>({"tea"}));
#endif
    return {};
  }
};
