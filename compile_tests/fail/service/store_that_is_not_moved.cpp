// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: a service owns its store; write std::move\(store\), or give it what open returns
// sentence: pawl: a service owns its store; write std::move(store), or give it what open returns
// meaning: The store lives as long as its service.
// repair: Move the store into the service; `jobs.store()` is the way to it.
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
using store = pawl::testing::memory_store<>;

int main() {
#ifdef COMPILE_FAIL
  auto opened = std::make_unique<store>();
  pawl::service jobs{opened, buy{}};
#else
  auto opened = std::make_unique<store>();
  pawl::service jobs{std::move(opened), buy{}};
#endif
  if (!jobs.start()) return 1;
  auto session = jobs.as({.tenant = "t", .user = "u"});
  const auto job = session.submit<buy>({"tea", 1}).value();
  return session.result(job, std::chrono::seconds{1}) ? 0 : 1;
}
