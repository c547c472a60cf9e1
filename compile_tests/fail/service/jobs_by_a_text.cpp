// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: jobs are listed by a filter; write jobs\(\{.state = .*failed.*\}\), or jobs\(\) for all
// sentence: pawl: jobs are listed by a filter; write jobs({.state = "failed"}), or jobs() for all
// meaning: A text could be a state, a handler or a subject.
// repair: Name the member of the filter.
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
  return me.jobs("failed").error() == nullptr;
#else
  return me.jobs({.state = "failed"}).error() == nullptr;
#endif
}
