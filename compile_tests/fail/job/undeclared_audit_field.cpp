// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: audit field model is not declared
// sentence: pawl: audit field … is not declared; list it in audit<...>
// meaning: A handler records a field that the job type does not name, so nobody would look for it.
// repair: Name the field in audit<...>.
#include <string>

#include <pawl/job.hpp>

struct order {
  std::string item;
};
struct receipt {
  std::string number;
};

struct ask : pawl::job<"shop.ask", pawl::lifecycles::service, pawl::audit<"tokens">> {
  outcome<void> operator()(context& ctx, order) const {
#ifdef COMPILE_FAIL
    ctx.audit<"model">("small");
#else
    ctx.audit<"tokens">("12");
#endif
    return {};
  }
};
