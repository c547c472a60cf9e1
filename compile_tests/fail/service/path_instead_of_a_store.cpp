// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: a service is given const char\* where its store belongs; give it a std::unique_ptr to one, as pawl::storage::sqlite<>::open\(path\)\.value\(\)
// sentence: pawl: a service is given … where its store belongs; give it a std::unique_ptr to one, as pawl::storage::sqlite<>::open(path).value()
// meaning: A service does not open its store; how that failed could not be told.
// repair: Open the store, look whether that worked, and give it to the service.
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
  pawl::service jobs{"jobs.db", buy{}};
#else
  pawl::service jobs{std::make_unique<store>(), buy{}};
#endif
  if (!jobs.start()) return 1;
  auto session = jobs.as({.tenant = "t", .user = "u"});
  const auto job = session.submit<buy>({"tea", 1}).value();
  return session.result(job, std::chrono::seconds{1}) ? 0 : 1;
}
