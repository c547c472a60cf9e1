// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: submit_all<buy> gives each answer to a function, and int takes none; give it one that takes a pawl::storage::result<pawl::job_ref<buy>>, or pawl::only_counted
// sentence: pawl: submit_all<…> gives each answer to a function, and … takes none; give it one that takes a pawl::storage::result<pawl::job_ref<…>>, or pawl::only_counted
// meaning: What is given behind the inputs is called with the answer to each of them.
// repair: Give it a lambda of one argument, or `pawl::only_counted`.
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

std::size_t use(const session& me) {
#ifdef COMPILE_FAIL
  me.submit_all<buy>(std::vector<order>{}, 1000);
  return 0;
#else
  std::size_t made = 0;
  me.submit_all<buy>(std::vector<order>{},
                     [&](const pawl::storage::result<pawl::job_ref<buy>>& each) {
                       if (each) ++made;
                     });
  return made;
#endif
}
