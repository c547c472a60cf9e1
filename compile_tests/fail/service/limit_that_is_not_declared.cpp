// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: job shop.buy has no limit of that name; name one of its pawl::limits<...>
// sentence: pawl: job … has no limit of that name; name one of its pawl::limits<...>
// meaning: The store would refuse it, when it is too late.
// repair: Spell the limit as the job type names it.
#include <string>

#include <pawl/client.hpp>
#include <pawl/service.hpp>
#include <pawl/storage/sqlite.hpp>

struct buy : pawl::job<"shop.buy", pawl::lifecycles::service, pawl::limits<pawl::concurrent<4>>> {
  outcome<int> operator()(context&, int in) const { return in; }
};
using store = pawl::storage::sqlite<>;

bool use(pawl::service<store, buy>& jobs) {
#ifdef COMPILE_FAIL
  return jobs.configure<buy>("concurent", 2).has_value();
#else
  return jobs.configure<buy>("concurrent", 2).has_value();
#endif
}
