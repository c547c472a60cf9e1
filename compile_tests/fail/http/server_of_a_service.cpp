// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: a server serves an API of the service; write server\{api, \{\.port = 8080\}\}
// sentence: pawl: a server serves an API of the service; write server{api, {.port = 8080}}
// meaning: What is served, and to whom, is said by an API.
// repair: Compose an API, and give it to the server.
#include <pawl/http/server.hpp>
#include <pawl/testing/memory_store.hpp>

struct buy : pawl::job<"shop.buy", pawl::lifecycles::service> {
  outcome<int> operator()(context&, int items) const { return items; }
};
using service = pawl::service<pawl::testing::memory_store<>, buy>;
using api = pawl::http::api<pawl::http::read_only>;

void use(service& jobs) {
#ifdef COMPILE_FAIL
  pawl::http::server at{jobs};
#else
  api of{jobs};
  pawl::http::server at{of};
#endif
}
