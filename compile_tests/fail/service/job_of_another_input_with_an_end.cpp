// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: ctx.submit<tell> takes a order, or its members in braces: ctx.submit<tell>\(\{\.\.\.\}\)
// sentence: pawl: ctx.submit<…> takes a …, or its members in braces: ctx.submit<…>({...})
// meaning: What is submitted is not what the handler of that job takes.
// repair: Submit that handler's input.
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
    static_cast<void>(ctx.submit<tell>(7));
#else
    static_cast<void>(ctx.submit<tell>({"tea"}));
#endif
    return {};
  }
};
