// SPDX-License-Identifier: BSL-1.0
// A service with one job type, behind the HTTP API: `-DWITH_SERVER` serves it as well. Without
// `WITH_API` it is the service alone, to compare with.
#include <pawl/service.hpp>
#include <pawl/storage/sqlite.hpp>

#if defined(WITH_SERVER)
#include <pawl/http/server.hpp>
#elif defined(WITH_API)
#include <pawl/http/api.hpp>
#endif

struct order {
  std::string customer;
  int cents = 0;
};
struct bill : pawl::job<"shop.bill", pawl::lifecycles::service,
                        pawl::errors<pawl::error::network_timeout>> {
  outcome<std::string> operator()(context&, const order& in) const { return in.customer; }
};

int main() {
  pawl::service jobs{pawl::storage::sqlite<>::open("shop.db").value(), bill{}};
#if defined(WITH_API) || defined(WITH_SERVER)
  namespace http = pawl::http;
  auto tokens = std::make_shared<http::bearer_tokens>();
  http::api<http::read_only, http::submit, http::control, http::events> api{jobs, {.auth = tokens}};
#endif
#if defined(WITH_SERVER)
  http::server server{api, {.port = 8080}};
  if (!server.start()) return 1;
#endif
  return pawl::run_until_signal(jobs) ? 0 : 1;
}
