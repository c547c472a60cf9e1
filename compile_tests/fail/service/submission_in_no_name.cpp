// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: jobs are submitted and looked at in the name of a principal; write jobs\.as\(\{\.tenant = \.\.\.\}\) and ask that
// sentence: pawl: jobs are submitted and looked at in the name of a principal; write jobs.as({.tenant = ...}) and ask that
// meaning: Every job belongs to a tenant and is requested by a user.
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
  const auto job = jobs.submit<buy>({"tea", 1});
#else
  pawl::service jobs{std::make_unique<store>(), buy{}};
  const auto job = jobs.as({.tenant = "t"}).submit<buy>({"tea", 1});
#endif
  return job ? 0 : 1;
}
