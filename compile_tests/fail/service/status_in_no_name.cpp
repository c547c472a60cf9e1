// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: jobs are submitted and looked at in the name of a principal; write jobs\.as\(\{\.tenant = \.\.\.\}\) and ask that
// sentence: pawl: jobs are submitted and looked at in the name of a principal; write jobs.as({.tenant = ...}) and ask that
// meaning: A job is seen by its tenant only.
// repair: Ask the session that `as` returns.
#include <string>

#include <pawl/service.hpp>
#include <pawl/testing/memory_store.hpp>

struct order {
  std::string item;
  int count{};
};
struct buy : pawl::job<"shop.buy", pawl::lifecycles::service> {
  outcome<std::string> operator()(context&, order in) const { return in.item; }
};
using store = pawl::testing::memory_store<>;

int main() {
#ifdef COMPILE_FAIL
  pawl::service jobs{std::make_unique<store>(), buy{}};
  return jobs.cancel(pawl::job_id{}) ? 0 : 1;
#else
  pawl::service jobs{std::make_unique<store>(), buy{}};
  return jobs.as({.tenant = "t"}).cancel(pawl::job_id{}) ? 0 : 1;
#endif
}
