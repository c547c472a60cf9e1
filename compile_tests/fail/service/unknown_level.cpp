// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: the job type has no such priority level; the levels are low, normal, high, urgent
// sentence: pawl: the job type has no such priority level; the levels are …
// meaning: A level that is written in the source is looked up by the compiler.
// repair: Use a level of the job type, or declare one.
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
  return me.submit<buy>({"tea", 1}, {.priority = "urgnt"}).has_value();
#else
  static_cast<void>(job);
  return me.submit<buy>({"tea", 1}, {.priority = "urgent"}).has_value();
#endif
}
