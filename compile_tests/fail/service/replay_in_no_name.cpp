// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: jobs are submitted and looked at in the name of a principal; write jobs\.as\(\{\.tenant = \.\.\.\}\) and ask that
// sentence: pawl: jobs are submitted and looked at in the name of a principal; write jobs.as({.tenant = ...}) and ask that
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
  jobs.replay(pawl::job_id{});
#else
  pawl::service jobs{std::make_unique<store>(), buy{}};
  static_cast<void>(jobs.as({.tenant = "acme"}).replay(pawl::job_id{}));
#endif
}
