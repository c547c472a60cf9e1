// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: job shop\.buy fails with runtime_error, which is no error class; derive one from pawl::error_class, and add it to its pawl::errors<\.\.\.>
// sentence: pawl: job … fails with …, which is no error class; derive one from pawl::error_class, and add it to its pawl::errors<...>
// meaning: An error class says whether it may be tried again; an exception does not.
// repair: Declare a class; `on_exception` may turn exceptions into it.
#include <stdexcept>
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
    return fail<std::runtime_error>("no answer");
  }
#else
  outcome<receipt> operator()(context&, order) const {
    return fail<pawl::error::network_timeout>("no answer");
  }
#endif
};

static_assert(pawl::jobs<buy>::count == 1);
