// SPDX-License-Identifier: BSL-1.0
// expect-error[gcc]: no matching function for call to
// expect-error[clang]: no matching member function for call to 'submit'
// expect-source: pawl: submit takes an input, and options as pawl::submit_options names and orders them
// sentence: pawl: submit takes an input, and options as pawl::submit_options names and orders them
// meaning: An option is misspelt, has another type, or stands before one that is declared before it. The compilers show this as a comment, beside the function that does not fit.
// repair: Write the options as `submit_options` declares them.
#include <string>

#include <pawl/runtime/session.hpp>
#include <pawl/testing/storage/archetype.hpp>

struct order {
  std::string item;
  int count{};
};
struct buy : pawl::job<"shop.buy", pawl::lifecycles::service> {
  outcome<std::string> operator()(context&, order in) const { return in.item; }
};
using session = pawl::session<pawl::testing::storage_archetype, buy>;
using service = pawl::lifecycles::service;

bool use(const session& me, const pawl::job_ref<buy>& job) {
#ifdef COMPILE_FAIL
  static_cast<void>(job);
  return me.submit<buy>({"tea", 1}, {.keys = "k"}).has_value();
#else
  static_cast<void>(job);
  return me.submit<buy>({"tea", 1}, {.key = "k"}).has_value();
#endif
}
