// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: submit takes the handler, a type, not the id of its job; write submit<handler>\(\.\.\.\)
// sentence: pawl: submit takes the handler, a type, not the id of its job; write submit<handler>(...)
// meaning: The type of the input is that of the handler.
// repair: Write the handler.
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

bool use(const session& me, const pawl::job_ref<buy>& job) {
  static_cast<void>(job);
#ifdef COMPILE_FAIL
  return static_cast<bool>(me.submit<"shop.buy">(order{"tea", 1}));
#else
  return me.submit<buy>({"tea", 1}).has_value();
#endif
}
