// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: two job types of one registry are called shop\.buy; a stored job must find the one handler that can run it, so rename one
// sentence: pawl: two job types of one registry are called …; a stored job must find the one handler that can run it, so rename one
// meaning: A stored job names its handler by id.
// repair: Give one of them another id.
#include <string>

#include <pawl/job.hpp>

struct order {
  std::string item;
};
struct receipt {
  std::string number;
};

template <pawl::fixed_string Id>
struct noop : pawl::job<Id, pawl::lifecycles::service> {
  using base = pawl::job<Id, pawl::lifecycles::service>;
  typename base::template outcome<void> operator()(typename base::context&, order) const {
    return {};
  }
};
struct first : noop<"shop.buy"> {};
#ifdef COMPILE_FAIL
struct second : noop<"shop.buy"> {};
#else
struct second : noop<"shop.sell"> {};
#endif
pawl::jobs<first, second> all;
