// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: handler buy declares retry in its body, where the engine does not read it; give it to its pawl::job<\.\.\.>
// sentence: pawl: handler … declares … in its body, where the engine does not read it; give it to its pawl::job<...>
// meaning: Policies are what `pawl::job` is given; one in the body of the handler would hide it and change nothing.
// repair: Move it between the angle brackets.
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
  using retry = pawl::retry<pawl::attempts<9>>;
#else
  using repeats = pawl::retry<pawl::attempts<9>>;
#endif
};

static_assert(pawl::jobs<buy>::count == 1);
