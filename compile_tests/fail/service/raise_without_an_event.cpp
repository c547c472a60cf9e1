// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: raise tells a job of an event; name it too, as in raise\(job, lifecycle::event\)
// sentence: pawl: raise tells a job of an event; name it too, as in raise(job, lifecycle::event)
// meaning: Nothing says what has happened.
// repair: Name the event.
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
  return me.raise(job);
#else
  return me.raise(job, pawl::lifecycles::service::cancel).has_value();
#endif
}
