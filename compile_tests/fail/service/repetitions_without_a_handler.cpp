// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: replay_all repeats the dead jobs of one type; write replay_all<handler>\(count\)
// sentence: pawl: replay_all repeats the dead jobs of one type; write replay_all<handler>(count)
// meaning: A number does not say of which type the jobs are.
// repair: Name the handler.
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
  return me.replay_all(7).has_value();
#else
  return me.replay_all<buy>(7).has_value();
#endif
}
