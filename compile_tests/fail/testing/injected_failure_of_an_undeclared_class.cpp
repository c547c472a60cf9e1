// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: job shop\.buy does not declare error class quota_exceeded; add it to its pawl::errors<\.\.\.>
// sentence: pawl: job … does not declare error class …; add it to its pawl::errors<...>
// meaning: A test lets attempts of a job type fail with a class that the job type does not declare, so that no attempt ever could.
// repair: Name a class that the job type declares, or declare this one.
#include <pawl/testing/workbench.hpp>

struct buy
    : pawl::job<"shop.buy", pawl::lifecycles::service, pawl::errors<pawl::error::network_timeout>> {
  outcome<int> operator()(context&, int items) const { return items; }
};

void fail_once() {
  pawl::testing::workbench jobs{buy{}};
#ifdef COMPILE_FAIL
  jobs.fail_next<buy, pawl::error::quota_exceeded>();
#else
  jobs.fail_next<buy, pawl::error::network_timeout>();
#endif
}
