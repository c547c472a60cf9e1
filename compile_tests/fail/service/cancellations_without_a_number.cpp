// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: cancel_all takes how many jobs the caller has seen; write cancel_all<handler>\(count\), or cancel_all\(\{.state = ...\}, count\)
// sentence: pawl: cancel_all takes how many jobs the caller has seen; write cancel_all<handler>(count), or cancel_all({.state = ...}, count)
// meaning: If there are more or fewer than the caller has seen, nothing is done.
// repair: Say how many there are.
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
  return me.cancel_all<buy>();
#else
  return me.cancel_all<buy>(3).has_value();
#endif
}
