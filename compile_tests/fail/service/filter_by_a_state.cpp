// SPDX-License-Identifier: BSL-1.0
// expect-error[gcc]: no matching function for call to
// expect-error[clang]: no matching member function for call to 'list'
// expect-source: pawl: list takes {\.handler, \.states,
// sentence: pawl: list takes {.handler, .states, .subject, .created_from, .created_until, .limit, .cursor}
// meaning: A member of the filter is misspelt, has another type, or stands before one that is declared before it; states are named in quotes. The compilers show this as a comment, beside the function that does not fit.
// repair: Write the filter as `storage::list_filter` declares it.
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

bool use(const session& me) {
#ifdef COMPILE_FAIL
  return me.list({.states = {pawl::lifecycles::service::running}}).has_value();
#else
  return me.list({.states = {"running"}}).has_value();
#endif
}
