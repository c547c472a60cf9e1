// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: submit<buy> takes a order, or its members in braces: submit<buy>\(\{\.\.\.\}\)
// sentence: pawl: submit<…> takes a …, or its members in braces: submit<…>({...})
// meaning: What is submitted is not what the handler takes.
// repair: Submit the handler's input.
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
  return me.submit<buy>(7).has_value();
#else
  static_cast<void>(job);
  return me.submit<buy>({"tea", 7}).has_value();
#endif
}
