// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: a subscription is read, and calls nothing; loop over it, or call next\(10s\)
// sentence: pawl: a subscription is read, and calls nothing; loop over it, or call next(10s)
// meaning: Who reads decides on which thread, and how fast.
// repair: Read it in a loop.
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
  return me.subscribe(job, [](const pawl::told_event&) {});
#else
  return me.subscribe(job).ended();
#endif
}
