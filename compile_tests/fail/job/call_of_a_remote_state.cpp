// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: operator\(\) of handler buy is never called, for the only active state of its lifecycle is remote; remove using remote, or write using input = \.\.\. in the place of operator\(\)
// sentence: pawl: operator() of handler … is never called, for the only active state of its lifecycle is remote; remove using remote, or write using input = ... in the place of operator()
// meaning: No worker claims a job in a remote state.
// repair: Say where the work is done: here, or elsewhere.
#include <string>

#include <pawl/job.hpp>

struct order {
  std::string item;
};

struct buy : pawl::job<"shop.buy", pawl::lifecycles::service> {
  using remote = pawl::remote_states<pawl::lifecycles::service::state::running>;
#ifdef COMPILE_FAIL
  outcome<std::string> operator()(context&, order in) const { return in.item; }
#else
  using input = order;
#endif
};

static_assert(pawl::jobs<buy>::count == 1);
