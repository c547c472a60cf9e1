// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: a job type is paused, drained and resumed; write pause<handler>\(\), drain<handler>\(\) or resume<handler>\(\)
// sentence: pawl: a job type is paused, drained and resumed; write pause<handler>(), drain<handler>() or resume<handler>()
// meaning: The handler is a type, which the compiler can check.
// repair: Write the handler in angle brackets.
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
  return jobs.pause("shop.buy");
#else
  return jobs.pause<buy>().has_value();
#endif
}
