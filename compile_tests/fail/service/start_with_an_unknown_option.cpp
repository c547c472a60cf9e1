// SPDX-License-Identifier: BSL-1.0
// expect-error[gcc]: no matching function for call to
// expect-error[clang]: no matching member function for call to 'start'
// expect-source: pawl: start takes options as pawl::service_options names and orders them
// sentence: pawl: start takes options as pawl::service_options names and orders them
// meaning: An option is misspelt, has another type, or stands before one that is declared before it. The compilers show this as a comment, beside the function that does not fit.
// repair: Write the options as `service_options` declares them.
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

int main() {
  pawl::service jobs{std::make_unique<pawl::testing::memory_store<>>(), buy{}};
#ifdef COMPILE_FAIL
  return jobs.start({.worker = 4}) ? 0 : 1;
#else
  return jobs.start({.workers = 4}) ? 0 : 1;
#endif
}
