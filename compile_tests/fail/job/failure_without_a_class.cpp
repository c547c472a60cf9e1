// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: job shop\.buy fails without saying with which class; write fail<class>\(
// sentence: pawl: job … fails without saying with which class; write fail<class>(message), with a class of its pawl::errors<...>
// meaning: The class of an error decides whether the job is tried again.
// repair: Write the class as the template argument.
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
    return fail("no answer");
#else
    return fail<pawl::error::network_timeout>("no answer");
#endif
  }
};
