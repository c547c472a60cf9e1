// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: a service runs its jobs on threads of its own; call start\(\) and stop\(\), or pawl::run_until_signal\(jobs\)
// sentence: pawl: a service runs its jobs on threads of its own; call start() and stop(), or pawl::run_until_signal(jobs)
// meaning: There is no call that runs the jobs on the thread of the caller.
// repair: Start the service; in a test use a workbench.
#include <string>

#include <pawl/service.hpp>
#include <pawl/testing/memory_store.hpp>

struct order {
  std::string item;
  int count{};
};
struct buy : pawl::job<"shop.buy", pawl::lifecycles::service> {
  outcome<std::string> operator()(context&, order in) const { return in.item; }
};

int main() {
  pawl::service jobs{std::make_unique<pawl::testing::memory_store<>>(), buy{}};
#ifdef COMPILE_FAIL
  return jobs.run() ? 0 : 1;
#else
  return jobs.start() ? 0 : 1;
#endif
}
