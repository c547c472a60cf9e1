// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: a service is started, stopped and notified, not a session; ask the service itself
// sentence: pawl: a service is started, stopped and notified, not a session; ask the service itself
// meaning: A session acts in the name of one principal; the service runs the jobs of all.
// repair: Call it on the service.
#include <string>

#include <pawl/runtime/session.hpp>
#include <pawl/testing/storage/archetype.hpp>

struct order {
  std::string item;
  int count{};
};
struct buy : pawl::job<"shop.buy", pawl::lifecycles::service> {
  outcome<std::string> operator()(context&, order in) const { return in.item; }
};
struct sell : pawl::job<"shop.sell", pawl::lifecycles::service> {
  outcome<int> operator()(context&, order in) const { return in.count; }
};
using session = pawl::session<pawl::testing::storage_archetype, buy>;

bool use(const session& me, const pawl::job_ref<buy>& job) {
  static_cast<void>(job);
#ifdef COMPILE_FAIL
  return me.start();
#else
  return me.who().tenant.empty();
#endif
}
