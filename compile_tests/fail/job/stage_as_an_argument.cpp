// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: a stage is checked by the compiler; write its name as the template argument of ctx\.enter
// sentence: pawl: a stage is checked by the compiler; write its name as the template argument of ctx.enter
// meaning: A stage that is known only at run time could not be checked.
// repair: Write the name as a template argument.
#include <string>

#include <pawl/job.hpp>

struct order {
  std::string item;
};
struct receipt {
  std::string number;
};

struct buy
    : pawl::job<"shop.buy", pawl::lifecycles::service, pawl::stages<pawl::stage<"a", 0, 100>>> {
  outcome<receipt> operator()(context& ctx, order) const {
#ifdef COMPILE_FAIL
    ctx.enter("a");
    return receipt{};
#else
    ctx.enter<"a">();
    return receipt{};
#endif
  }
};
