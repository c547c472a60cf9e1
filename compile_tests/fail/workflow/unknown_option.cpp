// SPDX-License-Identifier: BSL-1.0
// expect-error[gcc]: no matching function for call to
// expect-error[clang]: no matching member function for call to 'add'
// expect-source: pawl: add takes an input, and options as pawl::submit_options names and orders them
// sentence: pawl: add takes an input, and options as pawl::submit_options names and orders them
// meaning: An option is misspelt, has another type, or stands before one that is declared before it. The compilers show this as a comment, beside the function that does not fit.
// repair: Write the options as `submit_options` declares them.
#include <string>

#include <pawl/service.hpp>
#include <pawl/storage/sqlite.hpp>
#include <pawl/workflow.hpp>

struct order {
  std::string item;
};
struct buy : pawl::job<"shop.buy", pawl::lifecycles::service> {
  outcome<int> operator()(context&, order) const { return 1; }
};

void use(pawl::service<pawl::storage::sqlite<>, buy>& jobs) {
  pawl::workflow flow{jobs.as({.tenant = "acme"})};
#ifdef COMPILE_FAIL
  static_cast<void>(flow.add<buy>({"tea"}, {.priorty = "high"}));
#else
  static_cast<void>(flow.add<buy>({"tea"}, {.priority = "high"}));
#endif
}
