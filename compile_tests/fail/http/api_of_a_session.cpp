// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: an API is made of a service, which must outlive it; write api\{jobs, \{\.auth = tokens\}\}
// sentence: pawl: an API is made of a service, which must outlive it; write api{jobs, {.auth = tokens}}
// meaning: An API acts in the name of each caller, so it is no session.
// repair: Give it the service itself.
#include <pawl/http/api.hpp>
#include <pawl/testing/memory_store.hpp>

struct buy : pawl::job<"shop.buy", pawl::lifecycles::service> {
  outcome<int> operator()(context&, int items) const { return items; }
};
using service = pawl::service<pawl::testing::memory_store<>, buy>;
using api = pawl::http::api<pawl::http::read_only>;

void use(service& jobs) {
#ifdef COMPILE_FAIL
  api of{jobs.as({.tenant = "acme"})};
#else
  api of{jobs};
#endif
}
