// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: fail_next takes a handler and one of its error classes; write fail_next<handler, class>\(\)
// sentence: pawl: fail_next takes a handler and one of its error classes; write fail_next<handler, class>()
// meaning: Whether an attempt is tried again depends on the class of its error.
// repair: Name the handler and the class.
#include <pawl/testing/workbench.hpp>

struct buy
    : pawl::job<"shop.buy", pawl::lifecycles::service, pawl::errors<pawl::error::network_timeout>> {
  outcome<int> operator()(context&, int items) const { return items; }
};

void use(pawl::testing::workbench<pawl::testing::memory_store<>, buy>& jobs) {
#ifdef COMPILE_FAIL
  jobs.fail_next<buy>();
#else
  jobs.fail_next<buy, pawl::error::network_timeout>();
#endif
}
