// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: a limit belongs to a job type; write configure<handler>\(
// sentence: pawl: a limit belongs to a job type; write configure<handler>("limit", count)
// meaning: Limits of two job types may have one name.
// repair: Name the handler.
#include <string>

#include <pawl/service.hpp>
#include <pawl/testing/memory_store.hpp>

struct order {
  std::string item;
  int count{};
};
struct buy : pawl::job<"shop.buy", pawl::lifecycles::service, pawl::limits<pawl::concurrent<4>>> {
  outcome<std::string> operator()(context&, order in) const { return in.item; }
};

int main() {
  pawl::service jobs{std::make_unique<pawl::testing::memory_store<>>(), buy{}};
#ifdef COMPILE_FAIL
  return jobs.configure("concurrent", 5) ? 0 : 1;
#else
  return jobs.configure<buy>("concurrent", 5) ? 0 : 1;
#endif
}
