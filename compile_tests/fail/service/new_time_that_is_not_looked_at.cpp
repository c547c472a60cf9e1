// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: a job that cannot be put off runs as it would have; look at the answer
// sentence: pawl: a job that cannot be put off runs as it would have; look at the answer
// meaning: A job that has begun is not put off, and nothing else tells so.
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

bool use(const session& me, const pawl::job_ref<buy>& job) {
#ifdef COMPILE_FAIL
  me.reschedule(job, {.delay = std::chrono::minutes{5}});
  return true;
#else
  return me.reschedule(job, {.delay = std::chrono::minutes{5}}).has_value();
#endif
}
