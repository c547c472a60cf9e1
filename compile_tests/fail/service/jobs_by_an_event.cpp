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
  return me.jobs({.state = pawl::lifecycles::service::fail}).error() == nullptr;
#else
  return me.jobs({.state = pawl::lifecycles::service::failed}).error() == nullptr;
#endif
}
