// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: a time to wait has a unit; write 10s, or std::chrono::seconds\{10\}
// sentence: pawl: a time to wait has a unit; write 10s, or std::chrono::seconds{10}
#include <pawl/testing/workbench.hpp>

struct buy
    : pawl::job<"shop.buy", pawl::lifecycles::service, pawl::errors<pawl::error::network_timeout>> {
  outcome<int> operator()(context&, int items) const { return items; }
};

void use(pawl::testing::workbench<pawl::testing::memory_store<>, buy>& jobs) {
#ifdef COMPILE_FAIL
  jobs.advance(10);
#else
  jobs.advance(std::chrono::seconds{10});
#endif
}
