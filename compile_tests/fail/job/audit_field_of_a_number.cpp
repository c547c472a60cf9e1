// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: an audit field is a text; write std::to_string\(number\)
// sentence: pawl: an audit field is a text; write std::to_string(number)
// meaning: Fields are stored as they are given.
// repair: Make a text of it.
#include <string>

#include <pawl/job.hpp>

struct order {
  std::string item;
};
struct buy : pawl::job<"shop.buy", pawl::lifecycles::service, pawl::audit<"model">> {
  outcome<int> operator()(context& ctx, order in) const {
    static_cast<void>(in);
#ifdef COMPILE_FAIL
    ctx.audit<"model">(5);
#else
    ctx.audit<"model">(std::to_string(5));
#endif
    return 1;
  }
};

static_assert(pawl::jobs<buy>::count == 1);
