// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: state is not the enum of the events of any lifecycle here; raise an event of the job itself
// sentence: pawl: … is not the enum of the events of any lifecycle here; raise an event of the job itself
// meaning: A state is where an event leads.
// repair: Raise the event.
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
using session = pawl::session<pawl::testing::storage_archetype, buy>;

bool use(const session& me, const pawl::job_ref<buy>& job) {
  static_cast<void>(job);
#ifdef COMPILE_FAIL
  return me.raise(job.id, pawl::lifecycles::service::succeeded).has_value();
#else
  return me.raise(job.id, pawl::lifecycles::service::cancel).has_value();
#endif
}
