// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: submit does not see from an input which job is meant; write submit<handler>\(\.\.\.\)
// sentence: pawl: submit does not see from an input which job is meant; write submit<handler>(...)
// meaning: Several job types may have the same input.
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
using service = pawl::lifecycles::service;

bool use(const session& me, const pawl::job_ref<buy>& job) {
#ifdef COMPILE_FAIL
  static_cast<void>(job);
  return static_cast<bool>(me.submit(order{"tea", 1}));
#else
  static_cast<void>(job);
  return me.submit<buy>(order{"tea", 1}).has_value();
#endif
}
