// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: a session must not outlive its service; give the service a name, and ask that
// sentence: pawl: a session must not outlive its service; give the service a name, and ask that
// meaning: The service ends with the line, and the session would ask what is gone.
// repair: Give the service a name.
#include <string>

#include <pawl/client.hpp>
#include <pawl/service.hpp>
#include <pawl/storage/sqlite.hpp>

struct buy : pawl::job<"shop.buy", pawl::lifecycles::service, pawl::limits<pawl::concurrent<4>>> {
  outcome<int> operator()(context&, int in) const { return in; }
};
using store = pawl::storage::sqlite<>;

bool use(std::unique_ptr<store> file) {
#ifdef COMPILE_FAIL
  auto acme = pawl::service{std::move(file), buy{}}.as({.tenant = "acme"});
  return acme.submit<buy>(1).has_value();
#else
  pawl::service jobs{std::move(file), buy{}};
  auto acme = jobs.as({.tenant = "acme"});
  return acme.submit<buy>(1).has_value();
#endif
}
