// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: handler sell is not registered with this service; give it to the service, or submit to another
// sentence: pawl: handler … is not registered with this service; give it to the service, or submit to another
// meaning: A service is asked to pause, drain or resume a job type that it does not have.
// repair: Give the handler to the service, or ask a service that has it.
#include <string>

#include <pawl/service.hpp>
#include <pawl/testing/memory_store.hpp>

struct order {
  std::string item;
};
struct buy : pawl::job<"shop.buy", pawl::lifecycles::service> {
  outcome<void> operator()(context&, order) const { return {}; }
};
struct sell : pawl::job<"shop.sell", pawl::lifecycles::service> {
  outcome<void> operator()(context&, order) const { return {}; }
};

bool use(pawl::service<pawl::testing::memory_store<>, buy>& jobs) {
#ifdef COMPILE_FAIL
  return jobs.pause<sell>();
#else
  return jobs.pause<buy>().has_value();
#endif
}
