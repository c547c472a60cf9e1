// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: a service without handlers runs nothing; give it one for each of its job types, as in pawl::service jobs\{std::move\(store\), report\{\}\}, or use pawl::client to submit
// sentence: pawl: a service without handlers runs nothing; give it one for each of its job types, as in pawl::service jobs{std::move(store), report{}}, or use pawl::client to submit
// meaning: Jobs would wait for ever.
// repair: Give the service its handlers; a process that only submits uses a client.
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
  pawl::service jobs{std::make_unique<store>()};
#else
  pawl::service jobs{std::make_unique<store>(), buy{}};
#endif
  return jobs.start() ? 0 : 1;
}
