// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: handler buy declares id in its body, where the engine does not read it; give it to its pawl::job<\.\.\.>
// sentence: pawl: handler … declares … in its body, where the engine does not read it; give it to its pawl::job<...>
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
  static constexpr const char* id = "shop.sell";
#else
  static constexpr const char* shop = "shop.sell";
#endif
};

static_assert(pawl::jobs<buy>::count == 1);
