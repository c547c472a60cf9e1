// SPDX-License-Identifier: BSL-1.0
// expect-error[gcc]: no matching function for call to
// expect-error[clang]: no matching constructor for initialization of
// expect-source: pawl: an API takes a service, and options as pawl::http::api_options names and orders them
// sentence: pawl: an API takes a service, and options as pawl::http::api_options names and orders them
// meaning: An option is misspelt, has another type, or stands before one that is declared before it. The compilers show this as a comment, beside the function that does not fit.
// repair: Write the options as `api_options` declares them.
#include <pawl/http/api.hpp>
#include <pawl/testing/memory_store.hpp>

struct buy : pawl::job<"shop.buy", pawl::lifecycles::service> {
  outcome<int> operator()(context&, int items) const { return items; }
};
using service = pawl::service<pawl::testing::memory_store<>, buy>;
using api = pawl::http::api<pawl::http::read_only>;

void use(service& jobs) {
#ifdef COMPILE_FAIL
  api of{jobs, {.auht = nullptr}};
#else
  api of{jobs, {.auth = nullptr}};
#endif
}
