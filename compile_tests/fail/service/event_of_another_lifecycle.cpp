// SPDX-License-Identifier: BSL-1.0
// expect-error: is not the enum of the events of lifecycle
// sentence: pawl: … is not the enum of the events of lifecycle …; raise one of its own
// meaning: The event belongs to another lifecycle, or is a state.
// repair: Raise an event of the job's own lifecycle.
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
using service = pawl::lifecycles::service;

bool use(const session& me, const pawl::job_ref<buy>& job) {
#ifdef COMPILE_FAIL
  return me.raise(job, service::state::succeeded).has_value();
#else
  return me.raise(job, service::event::cancel).has_value();
#endif
}
