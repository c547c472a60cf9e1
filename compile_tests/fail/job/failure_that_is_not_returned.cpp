// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: a failure that is not returned has no effect; write return fail<class>\(...\)
// sentence: pawl: a failure that is not returned has no effect; write return fail<class>(...)
// meaning: `fail` makes an outcome; the attempt goes on unless it is returned.
// repair: Return it.
#include <string>

#include <pawl/job.hpp>

struct order {
  std::string item;
};
struct buy
    : pawl::job<"shop.buy", pawl::lifecycles::service, pawl::errors<pawl::error::network_timeout>> {
  outcome<int> operator()(context&, order in) const {
#ifdef COMPILE_FAIL
    if (in.item.empty()) fail<pawl::error::network_timeout>("no answer");
#else
    if (in.item.empty()) return fail<pawl::error::network_timeout>("no answer");
#endif
    return 1;
  }
};

static_assert(pawl::jobs<buy>::count == 1);
