// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: handler buy declares schedule in its body, where the engine does not read it; give it to its pawl::job<\.\.\.>
// sentence: pawl: handler … declares … in its body, where the engine does not read it; give it to its pawl::job<...>
#include <string>

#include <pawl/job.hpp>

using namespace pawl::literals;

struct order {
  std::string item;
};

#ifdef COMPILE_FAIL
struct buy : pawl::job<"shop.buy", pawl::lifecycles::service> {
  using schedule = pawl::every<1_h>;
#else
struct buy : pawl::job<"shop.buy", pawl::lifecycles::service, pawl::every<1_h>> {
#endif
  outcome<std::string> operator()(context&, order in) const { return in.item; }
};

static_assert(pawl::jobs<buy>::count == 1);
