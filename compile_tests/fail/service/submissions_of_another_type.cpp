// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: submit_all<buy> takes inputs that lie side by side; give it a std::vector or a std::array of order
// sentence: pawl: submit_all<…> takes inputs that lie side by side; give it a std::vector or a std::array of …
// meaning: All inputs of a batch are of the handler's type, and one after the other in memory.
// repair: Gather them in a vector.
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
  me.submit_all<buy>(std::vector<int>{1});
  return true;
#else
  return me.submit_all<buy>(std::vector<order>{}).empty();
#endif
}
