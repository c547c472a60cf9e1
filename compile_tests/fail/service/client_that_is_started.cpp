// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: a client runs nothing, it only submits; give the handlers to a pawl::service, and start that
// sentence: pawl: a client runs nothing, it only submits; give the handlers to a pawl::service, and start that
// meaning: A client has no handlers.
// repair: Start a service, in this process or another.
#include <string>

#include <pawl/client.hpp>
#include <pawl/service.hpp>
#include <pawl/storage/sqlite.hpp>

struct buy : pawl::job<"shop.buy", pawl::lifecycles::service, pawl::limits<pawl::concurrent<4>>> {
  outcome<int> operator()(context&, int in) const { return in; }
};
using store = pawl::storage::sqlite<>;

bool use(pawl::client<store, buy>& jobs) {
#ifdef COMPILE_FAIL
  return jobs.start();
#else
  return jobs.ready().has_value();
#endif
}
