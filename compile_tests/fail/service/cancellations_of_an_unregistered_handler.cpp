// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: handler sell is not registered with this service; give it to the service, or submit to another
// sentence: pawl: handler … is not registered with this service; give it to the service, or submit to another
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
  return me.cancel_all<sell>(3);
#else
  return me.cancel_all<buy>(3).has_value();
#endif
}
