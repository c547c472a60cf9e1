// SPDX-License-Identifier: BSL-1.0
// expect-error: has no such event; its events are
// sentence: pawl: lifecycle … has no such event; its events are …
// meaning: An event that is written in the source is looked up by the compiler.
// repair: Use an event of the job's lifecycle.
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
  return me.raise(job, "cancle").has_value();
#else
  return me.raise(job, "cancel").has_value();
#endif
}
