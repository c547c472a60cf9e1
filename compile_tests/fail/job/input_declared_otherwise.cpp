// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: handler buy declares input receipt, but its operator\(\) takes order; remove using input
// sentence: pawl: handler … declares input …, but its operator() takes …; remove using input
// meaning: Only a handler with one function for each state declares its input.
// repair: Remove `using input`, or make it what the function takes.
#include <string>

#include <pawl/job.hpp>

struct order {
  std::string item;
};
struct receipt {
  std::string number;
};

struct buy : pawl::job<"shop.buy", pawl::lifecycles::service> {
  outcome<receipt> operator()(context&, order) const { return receipt{}; }
#ifdef COMPILE_FAIL
  using input = receipt;
#else
  using input = order;
#endif
};

static_assert(pawl::jobs<buy>::count == 1);
