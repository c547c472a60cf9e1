// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: a server does not keep its API; give the API a name, and let it outlive the server
// sentence: pawl: a server does not keep its API; give the API a name, and let it outlive the server
// meaning: The API would be gone before the first request.
// repair: Give the API a name.
#include <pawl/http/server.hpp>
#include <pawl/testing/memory_store.hpp>

struct buy : pawl::job<"shop.buy", pawl::lifecycles::service> {
  outcome<int> operator()(context&, int items) const { return items; }
};
using service = pawl::service<pawl::testing::memory_store<>, buy>;
using api = pawl::http::api<pawl::http::read_only>;

void use(service& jobs) {
#ifdef COMPILE_FAIL
  pawl::http::server at{api{jobs}};
#else
  api of{jobs};
  pawl::http::server at{of};
#endif
}
