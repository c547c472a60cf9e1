// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: the next event is waited for at most so long; write next\(10s\), or loop over it
// sentence: pawl: the next event is waited for at most so long; write next(10s), or loop over it
// meaning: Nothing says how long to wait.
// repair: Write a std::chrono duration.
#include <string>

#include <pawl/runtime/session.hpp>
#include <pawl/runtime/subscription.hpp>
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
  auto events = me.subscribe(job);
  return events.next(10).has_value();
#else
  auto events = me.subscribe(job);
  return events.next(std::chrono::seconds{10}).has_value();
#endif
}
