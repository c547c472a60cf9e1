// SPDX-License-Identifier: BSL-1.0
// expect-error: where its store belongs; give it a std::unique_ptr to one, as pawl::storage::sqlite<>::open\(path\)\.value\(\)
// sentence: pawl: a service is given … where its store belongs; give it a std::unique_ptr to one, as pawl::storage::sqlite<>::open(path).value()
// meaning: What `open` returns is a store, or the reason why there is none.
// repair: Look at it, and give the service its `value()`.
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
  pawl::service jobs{pawl::storage::result<std::unique_ptr<store>>(), buy{}};
#else
  pawl::service jobs{std::make_unique<store>(), buy{}};
#endif
  if (!jobs.start()) return 1;
  auto session = jobs.as({.tenant = "t", .user = "u"});
  const auto job = session.submit<buy>({"tea", 1}).value();
  return session.result(job, std::chrono::seconds{1}) ? 0 : 1;
}
