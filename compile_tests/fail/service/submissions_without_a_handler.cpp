// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: submit does not see from an input which job is meant; write submit<handler>\(\.\.\.\)
// sentence: pawl: submit does not see from an input which job is meant; write submit<handler>(...)
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
  me.submit_all(std::vector<order>{});
  return true;
#else
  return me.submit_all<buy>(std::vector<order>{}).empty();
#endif
}
