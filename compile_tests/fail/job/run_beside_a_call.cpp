// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: handler buy has a run\(at<running>, ...\) that nothing calls, for it has an operator\(\) too; keep one of them
// sentence: pawl: handler … has a run(at<…>, ...) that nothing calls, for it has an operator() too; keep one of them
// meaning: A handler has one operator(), or one run for each active state of a pipeline.
// repair: Keep one of them.
#include <string>

#include <pawl/job.hpp>

struct order {
  std::string item;
};
struct buy : pawl::job<"shop.buy", pawl::lifecycles::service> {
  outcome<int> operator()(context&, order) const { return 1; }
  using state = pawl::lifecycles::service::state;
#ifdef COMPILE_FAIL
  outcome<int> run(pawl::at<state::running>, context&, order) const { return 2; }
#else
  static int run(int rows) { return rows; }  // its own affair
#endif
};

static_assert(pawl::jobs<buy>::count == 1);
