// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: several handlers may be in a workbench; name one in angle brackets, as in runs<handler>\(\)
// sentence: pawl: several handlers may be in a workbench; name one in angle brackets, as in runs<handler>()
// meaning: Attempts are counted for each handler.
// repair: Name the handler.
#include <vector>

#include <pawl/testing/workbench.hpp>

using namespace std::chrono_literals;

struct buy : pawl::job<"shop.buy", pawl::lifecycles::service> {
  outcome<int> operator()(context&, int items) const { return items; }
};

void use(pawl::testing::workbench<pawl::testing::memory_store<>, buy>& jobs) {
#ifdef COMPILE_FAIL
  static_cast<void>(jobs.runs());
#else
  static_cast<void>(jobs.runs<buy>());
#endif
}
