// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: job shop\.buy does not declare error class quota_exceeded; add it to its pawl::errors<\.\.\.>
// sentence: pawl: job … does not declare error class …; add it to its pawl::errors<...>
// meaning: A handler returns a failure that its job type does not know, so nobody decided whether it is retried.
// repair: Declare the class, or fail with one that is declared.
#include <string>

#include <pawl/job.hpp>

struct order {
  std::string item;
};
struct receipt {
  std::string number;
};

struct buy
    : pawl::job<"shop.buy", pawl::lifecycles::service, pawl::errors<pawl::error::network_timeout>> {
  outcome<receipt> operator()(context&, order) const {
#ifdef COMPILE_FAIL
    return fail<pawl::error::quota_exceeded>("too many");
#else
    return fail<pawl::error::network_timeout>("too slow");
#endif
  }
};
