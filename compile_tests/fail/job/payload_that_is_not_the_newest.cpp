// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: handler buy takes order, but the newest of its payload_versions is order_v2; take that
// sentence: pawl: handler … takes …, but the newest of its payload_versions is …; take that
// meaning: What is stored is raised to the newest version before the handler is called.
// repair: Take the newest version.
#include <string>

#include <pawl/job.hpp>

struct order {
  std::string item;
};
struct receipt {
  std::string number;
};
struct order_v2 {
  std::string item;
  int count{};
};
inline order_v2 upcast(order old) { return {old.item, 1}; }

struct buy : pawl::job<"shop.buy", pawl::lifecycles::service> {
  using payload_versions = pawl::versions<order, order_v2>;
#ifdef COMPILE_FAIL
  outcome<receipt> operator()(context&, order) const { return receipt{}; }
#else
  outcome<receipt> operator()(context&, order_v2) const { return receipt{}; }
#endif
};

static_assert(pawl::jobs<buy>::count == 1);
