// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: a text is no job_id; write pawl::parse_job_id\(text\), and look whether it is one
// sentence: pawl: a text is no job_id; write pawl::parse_job_id(text), and look whether it is one
#include <pawl/testing/workbench.hpp>

struct buy
    : pawl::job<"shop.buy", pawl::lifecycles::service, pawl::errors<pawl::error::network_timeout>> {
  outcome<int> operator()(context&, int items) const { return items; }
};

void use(pawl::testing::workbench<pawl::testing::memory_store<>, buy>& jobs) {
#ifdef COMPILE_FAIL
  static_cast<void>(jobs.state("019"));
#else
  static_cast<void>(jobs.state(jobs.submit<buy>(1)));
#endif
}
