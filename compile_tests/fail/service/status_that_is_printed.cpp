// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: an answer may be a refusal, and is not printed; look at it, and print \*answer, or describe\(answer.error\(\)\)
// sentence: pawl: an answer may be a refusal, and is not printed; look at it, and print *answer, or describe(answer.error())
// meaning: There may be nothing to print.
// repair: Look at the answer first.
#include <iostream>
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
struct sell : pawl::job<"shop.sell", pawl::lifecycles::service> {
  outcome<int> operator()(context&, order in) const { return in.count; }
};
using session = pawl::session<pawl::testing::storage_archetype, buy>;

bool use(const session& me, const pawl::job_ref<buy>& job) {
  static_cast<void>(job);
#ifdef COMPILE_FAIL
  std::cout << me.status(job);
  return true;
#else
  if (const auto now = me.status(job)) std::cout << now->state;
  return true;
#endif
}
