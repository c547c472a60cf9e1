// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: submit_all<buy> takes a range of order, and int does not become one by itself; transform each of them
// sentence: pawl: submit_all<…> takes a range of …, and … does not become one by itself; transform each of them
// meaning: What is submitted together is, or becomes, the handler's input.
// repair: Give it a view that makes inputs of them.
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
