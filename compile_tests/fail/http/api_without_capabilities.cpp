// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: an API without capabilities has no routes; compose it, as in pawl::http::api<pawl::http::read_only>
// sentence: pawl: an API without capabilities has no routes; compose it, as in pawl::http::api<pawl::http::read_only>
// meaning: It would answer its health, and nothing else.
// repair: Compose it.
#include <pawl/http/api.hpp>
#include <pawl/storage/sqlite.hpp>

struct buy : pawl::job<"shop.buy", pawl::lifecycles::service> {
  outcome<int> operator()(context&, int in) const { return in; }
};
namespace http = pawl::http;

void use(pawl::service<pawl::storage::sqlite<>, buy>& jobs) {
#ifdef COMPILE_FAIL
  http::api api{jobs};
#else
  http::api<http::read_only> api{jobs};
#endif
}
