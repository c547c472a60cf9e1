// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: an audit field is checked by the compiler; write its name as the template argument of ctx\.audit
// sentence: pawl: an audit field is checked by the compiler; write its name as the template argument of ctx.audit
// meaning: A field that is known only at run time could not be checked.
// repair: Write the name as a template argument.
#include <string>

#include <pawl/job.hpp>

struct order {
  std::string item;
};
struct receipt {
  std::string number;
};

struct buy : pawl::job<"shop.buy", pawl::lifecycles::service, pawl::audit<"card">> {
  outcome<receipt> operator()(context& ctx, order) const {
#ifdef COMPILE_FAIL
    ctx.audit("card", "visa");
    return receipt{};
#else
    ctx.audit<"card">("visa");
    return receipt{};
#endif
  }
};
