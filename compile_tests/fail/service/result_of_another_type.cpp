// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: the job is one of buy, not of sell; leave the type out, which the job itself knows
// sentence: pawl: the job is one of …, not of …; leave the type out, which the job itself knows
// meaning: The output would be read as that of another job type.
// repair: Leave the type out.
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
  return me.result<sell>(job);
#else
  return me.result(job).has_value();
#endif
}
