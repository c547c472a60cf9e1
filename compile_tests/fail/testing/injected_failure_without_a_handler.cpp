// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: fail_next takes a handler and one of its error classes; write fail_next<handler, class>\(\)
// sentence: pawl: fail_next takes a handler and one of its error classes; write fail_next<handler, class>()
#include <pawl/testing/workbench.hpp>

struct buy
    : pawl::job<"shop.buy", pawl::lifecycles::service, pawl::errors<pawl::error::network_timeout>> {
  outcome<int> operator()(context&, int items) const { return items; }
};

void use(pawl::testing::workbench<pawl::testing::memory_store<>, buy>& jobs) {
#ifdef COMPILE_FAIL
  jobs.fail_next<pawl::error::network_timeout>();
#else
  jobs.fail_next<buy, pawl::error::network_timeout>();
#endif
}
