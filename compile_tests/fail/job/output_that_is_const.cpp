// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: job shop\.buy has an output that is const or a reference, and outputs are stored; write outcome<order>
// sentence: pawl: job … has an output that is const or a reference, and outputs are stored; write outcome<…>
#include <string>

#include <pawl/job.hpp>

struct order {
  std::string item;
};
struct receipt {
  std::string number;
};

struct buy : pawl::job<"shop.buy", pawl::lifecycles::service> {
#ifdef COMPILE_FAIL
  outcome<const order> operator()(context&, order in) const { return in; }
#else
  outcome<order> operator()(context&, order in) const { return in; }
#endif
};

static_assert(pawl::jobs<buy>::count == 1);
