// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: handler buy declares output order, but its operator\(\) makes receipt; remove using output, or give it another name
// sentence: pawl: handler … declares output …, but its operator() makes …; remove using output, or give it another name
// meaning: The output of a job is what its function makes; nothing reads the declaration.
// repair: Remove `using output`, or make it what the function makes.
#include <string>
#include <vector>

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
  using output = order;
#else
  using output = receipt;
#endif
};

// A type of its own that is called so is no such declaration.
struct buy_all : pawl::job<"shop.buy_all", pawl::lifecycles::service> {
  struct output {
    std::string number;
  };
  outcome<std::vector<output>> operator()(context&, order) const { return std::vector<output>{}; }
};

static_assert(pawl::jobs<buy, buy_all>::count == 2);
