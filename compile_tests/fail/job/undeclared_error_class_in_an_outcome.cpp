// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: job shop\.buy does not declare error class quota_exceeded; add it to its pawl::errors<\.\.\.>
// sentence: pawl: job … does not declare error class …; add it to its pawl::errors<...>
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
};

#ifdef COMPILE_FAIL
buy::outcome<receipt> answer{pawl::failed<pawl::error::quota_exceeded>{}};
#else
buy::outcome<receipt> answer{pawl::failed<pawl::error::network_timeout>{}};
#endif
