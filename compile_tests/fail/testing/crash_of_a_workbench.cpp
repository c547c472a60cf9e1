// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: a process of a workbench dies where the next one begins; write restart\(\), or fail_commit\(\) for a fault of the store
// sentence: pawl: a process of a workbench dies where the next one begins; write restart(), or fail_commit() for a fault of the store
// meaning: `restart` ends the process without a word, and begins another one.
// repair: Write `restart()`; plan what goes wrong with the store.
#include <vector>

#include <pawl/testing/workbench.hpp>

using namespace std::chrono_literals;

struct buy : pawl::job<"shop.buy", pawl::lifecycles::service> {
  outcome<int> operator()(context&, int items) const { return items; }
};

void use(pawl::testing::workbench<pawl::testing::memory_store<>, buy>& jobs) {
#ifdef COMPILE_FAIL
  jobs.crash();
#else
  jobs.restart();
#endif
}
