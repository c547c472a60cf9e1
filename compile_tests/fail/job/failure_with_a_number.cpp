// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: job shop\.buy fails with something that is no text; write fail<class>\(
// sentence: pawl: job … fails with something that is no text; write fail<class>(message, detail)
// meaning: What a failure says is read by people.
// repair: Write a text; `std::to_string` makes one of a number.
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
    return fail<pawl::error::network_timeout>(42);
  }
#else
  outcome<receipt> operator()(context&, order) const {
    return fail<pawl::error::network_timeout>("no answer", "42");
  }
#endif
};

static_assert(pawl::jobs<buy>::count == 1);
