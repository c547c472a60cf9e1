// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: a job that cannot be cancelled goes on; look at the answer
// sentence: pawl: a job that cannot be cancelled goes on; look at the answer
// meaning: Nothing else tells that it was refused.
// repair: Look at the answer; if it does not matter, say `static_cast<void>`.
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
  me.cancel(job);
  return true;
#else
  static_cast<void>(job);
  static_cast<void>(me.cancel(job));
  return true;
#endif
}
