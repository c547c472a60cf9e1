// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: jobs of handler report are not scheduled; add pawl::schedulable to its policies
// sentence: pawl: jobs of handler … are not scheduled; add pawl::schedulable to its policies
// meaning: Engines look for due schedules only where a job type says that there may be some.
// repair: Add pawl::schedulable, or give the type a schedule of its own.
#include <pawl/schedules.hpp>
#include <pawl/service.hpp>
#include <pawl/testing/memory_store.hpp>

struct input {
  int number = 0;
};

#ifdef COMPILE_FAIL
struct report : pawl::job<"acme.report", pawl::lifecycles::service> {
#else
struct report : pawl::job<"acme.report", pawl::lifecycles::service, pawl::schedulable> {
#endif
  outcome<void> operator()(context&, const input&) const { return {}; }
};

bool use() {
  pawl::service jobs{std::make_unique<pawl::testing::memory_store<>>(), report{}};
  return jobs.as({.tenant = "acme"})
      .schedule<report>("nightly", pawl::cron_at("0 3 * * *"), {})
      .has_value();
}
