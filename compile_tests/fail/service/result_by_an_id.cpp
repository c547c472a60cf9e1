// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: an id does not say of which type the output of its job is; write result\(pawl::job_ref<handler>\{id\}\)
// sentence: pawl: an id does not say of which type the output of its job is; write result(pawl::job_ref<handler>{id})
// meaning: The output of a job has the type that its handler declares.
// repair: Keep what `submit` returned, or say the handler.
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
  return static_cast<bool>(me.result(job.id, std::chrono::seconds{1}));
#else
  return me.result(pawl::job_ref<buy>{job.id}, std::chrono::seconds{1}).has_value();
#endif
}
