// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: job shop\.buy fails without saying with which class; write fail<class>\(
// sentence: pawl: job … fails without saying with which class; write fail<class>(message), with a class of its pawl::errors<...>
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
#ifdef COMPILE_FAIL
  outcome<receipt> operator()(context&, order) const {
    return fail<"network_timeout">("no answer");
  }
#else
  outcome<receipt> operator()(context&, order) const {
    return fail<pawl::error::network_timeout>("no answer");
  }
#endif
};

static_assert(pawl::jobs<buy>::count == 1);
