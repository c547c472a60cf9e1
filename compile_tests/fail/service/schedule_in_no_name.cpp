// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: jobs are submitted and looked at in the name of a principal; write jobs.as\(\{.tenant = ...\}\) and ask that
// sentence: pawl: jobs are submitted and looked at in the name of a principal; write jobs.as({.tenant = ...}) and ask that
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
  return jobs.schedules();
#else
  return jobs.as({.tenant = "acme"}).who().user.empty();
#endif
}
