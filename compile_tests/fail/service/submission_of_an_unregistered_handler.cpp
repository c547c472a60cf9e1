// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: handler sell is not registered with this service; give it to the service, or submit to another
// sentence: pawl: handler … is not registered with this service; give it to the service, or submit to another
// meaning: A session is asked to submit a job whose handler its service does not have.
// repair: Give the handler to the service, or use the session of a service that has it.
#include <string>

#include <pawl/runtime/session.hpp>
#include <pawl/testing/storage/archetype.hpp>

struct order {
  std::string item;
};
struct buy : pawl::job<"shop.buy", pawl::lifecycles::service> {
  outcome<void> operator()(context&, order) const { return {}; }
};
struct sell : pawl::job<"shop.sell", pawl::lifecycles::service> {
  outcome<void> operator()(context&, order) const { return {}; }
};

void submit(const pawl::session<pawl::testing::storage_archetype, buy>& me) {
#ifdef COMPILE_FAIL
  me.submit<sell>({"tea"});
#else
  static_cast<void>(me.submit<buy>({"tea"}));
#endif
}
