// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: reschedule takes a delay or a time by its name; write reschedule\(job, \{\.delay = 5min\}\) or \{\.run_at = \.\.\.\}
// sentence: pawl: reschedule takes a delay or a time by its name; write reschedule(job, {.delay = 5min}) or {.run_at = ...}
// meaning: A length of time from now and a time of day are two things.
// repair: Write which of the two is meant.
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
  return me.reschedule(job, std::chrono::minutes{5});
#else
  return me.reschedule(job, {.delay = std::chrono::minutes{5}}).has_value();
#endif
}
