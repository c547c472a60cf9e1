// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: advance takes the time that passes; write advance\(10s\)
// sentence: pawl: advance takes the time that passes; write advance(10s)
// meaning: Nothing says how much time is to pass.
// repair: Say it; what is to be done now is done by `run`.
#include <vector>

#include <pawl/testing/workbench.hpp>

using namespace std::chrono_literals;

struct buy : pawl::job<"shop.buy", pawl::lifecycles::service> {
  outcome<int> operator()(context&, int items) const { return items; }
};

void use(pawl::testing::workbench<pawl::testing::memory_store<>, buy>& jobs) {
#ifdef COMPILE_FAIL
  jobs.advance();
#else
  jobs.advance(10s);
#endif
}
