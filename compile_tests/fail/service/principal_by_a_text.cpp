// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: as\(\.\.\.\) takes a principal; write jobs\.as\(
// sentence: pawl: as(...) takes a principal; write jobs.as({.tenant = acme, .user = ann})
// meaning: Whose jobs they are is said by tenant and user.
// repair: Name them, in quotes.
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
  static_cast<void>(jobs.as("acme"));
#else
  pawl::service jobs{std::make_unique<store>(), buy{}};
  static_cast<void>(jobs.as({.tenant = "acme", .user = "ann"}));
#endif
}
