// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: a workbench submits one job, and throws if it is refused; ask jobs.session\(\) for submit_all
// sentence: pawl: a workbench submits one job, and throws if it is refused; ask jobs.session() for submit_all
// meaning: Many at once have many answers, which a session gives.
// repair: Ask a session of the workbench.
#include <vector>

#include <pawl/testing/workbench.hpp>

using namespace std::chrono_literals;

struct buy : pawl::job<"shop.buy", pawl::lifecycles::service> {
  outcome<int> operator()(context&, int items) const { return items; }
};

void use(pawl::testing::workbench<pawl::testing::memory_store<>, buy>& jobs) {
#ifdef COMPILE_FAIL
  static_cast<void>(jobs.submit_all<buy>(std::vector<int>{1, 2}));
#else
  static_cast<void>(jobs.session().submit_all<buy>(std::vector<int>{1, 2}));
#endif
}
