// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: a type that was not paused goes on; look at the answer
// sentence: pawl: a type that was not paused goes on; look at the answer
// meaning: The store may not have taken it, and nothing else tells so.
// repair: Look at the answer; if it does not matter, say `static_cast<void>`.
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
  jobs.pause<buy>();
  return true;
#else
  return jobs.pause<buy>().has_value();
#endif
}
