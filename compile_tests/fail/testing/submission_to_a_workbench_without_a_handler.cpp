// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: submit does not see from an input which job is meant; write submit<handler>\(\.\.\.\)
// sentence: pawl: submit does not see from an input which job is meant; write submit<handler>(...)
#include <pawl/testing/workbench.hpp>

struct buy
    : pawl::job<"shop.buy", pawl::lifecycles::service, pawl::errors<pawl::error::network_timeout>> {
  outcome<int> operator()(context&, int items) const { return items; }
};

void use(pawl::testing::workbench<pawl::testing::memory_store<>, buy>& jobs) {
#ifdef COMPILE_FAIL
  static_cast<void>(jobs.submit(7));
#else
  static_cast<void>(jobs.submit<buy>(7));
#endif
}
