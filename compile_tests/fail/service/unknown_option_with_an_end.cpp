// SPDX-License-Identifier: BSL-1.0
// expect-error[gcc]: no matching function for call to
// expect-error[clang]: no matching member function for call to 'submit'
// expect-source: pawl: ctx.submit takes an input, and options as pawl::submit_options names and orders them
// sentence: pawl: ctx.submit takes an input, and options as pawl::submit_options names and orders them
// meaning: An option is misspelt, has another type, or stands before one that is declared before it. The compilers show this as a comment, beside the function that does not fit.
// repair: Write the options as `submit_options` declares them.
#include <string>

#include <pawl/runtime/submit.hpp>

struct order {
  std::string item;
};
struct tell : pawl::job<"shop.tell", pawl::lifecycles::service> {
  outcome<void> operator()(context&, order) const { return {}; }
};

struct buy : pawl::job<"shop.buy", pawl::lifecycles::service> {
  outcome<void> operator()(context& ctx, order) const {
#ifdef COMPILE_FAIL
    static_cast<void>(ctx.submit<tell>({"tea"}, {.priorty = "high"}));
#else
    static_cast<void>(ctx.submit<tell>({"tea"}, {.priority = "high"}));
#endif
    return {};
  }
};
