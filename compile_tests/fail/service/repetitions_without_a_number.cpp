// SPDX-License-Identifier: BSL-1.0
// expect-error[gcc]: no matching function for call to
// expect-error[clang]: no matching member function for call to 'replay_all'
// expect-source: pawl: replay_all takes how many dead jobs of the type the caller has seen
// sentence: pawl: replay_all takes how many dead jobs of the type the caller has seen
// meaning: Between looking and acting more jobs may have died. The compilers show this as a comment, beside the function that does not fit.
// repair: Give the number that was seen.
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
  return me.replay_all<buy>().has_value();
#else
  return me.replay_all<buy>(7).has_value();
#endif
}
