// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: a filter names states of a lifecycle, not its events; write .state = lifecycle::failed
// sentence: pawl: a filter names states of a lifecycle, not its events; write .state = lifecycle::failed
// meaning: A job is in a state; an event leads it there.
// repair: Name the state.
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
  const pawl::job_filter failed{.state = pawl::lifecycles::service::fail};
  return me.jobs(failed).error() == nullptr;
#else
  const pawl::job_filter failed{.state = pawl::lifecycles::service::failed};
  return me.jobs(failed).error() == nullptr;
#endif
}
