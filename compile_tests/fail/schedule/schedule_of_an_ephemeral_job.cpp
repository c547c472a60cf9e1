// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: jobs of handler report are ephemeral, and their schedules would be lost with the process; make them durable, or give the type a schedule of its own
// sentence: pawl: jobs of handler … are ephemeral, and their schedules would be lost with the process; make them durable, or give the type a schedule of its own
// meaning: What a session schedules is meant to be there after a restart.
// repair: Make the job durable, or write every<...> or cron<...> into its type: each process then has a schedule of its own.
#include <pawl/schedules.hpp>
#include <pawl/service.hpp>
#include <pawl/testing/memory_store.hpp>

struct input {
  int number = 0;
};

#ifdef COMPILE_FAIL
struct report
    : pawl::job<"acme.report", pawl::lifecycles::service, pawl::ephemeral<>, pawl::schedulable> {
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
