// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: a schedule that was refused is not stored; look at the answer
// sentence: pawl: a schedule that was refused is not stored; look at the answer
// meaning: An expression that comes from elsewhere may be wrong, and a zone may not exist.
// repair: Look whether the answer is a number.
#include <pawl/schedules.hpp>
#include <pawl/service.hpp>
#include <pawl/testing/memory_store.hpp>

struct input {
  int number = 0;
};
struct report : pawl::job<"acme.report", pawl::lifecycles::service, pawl::schedulable> {
  outcome<void> operator()(context&, input) const { return {}; }
};

void use() {
  pawl::service jobs{std::make_unique<pawl::testing::memory_store<>>(), report{}};
  auto acme = jobs.as({.tenant = "acme"});
#ifdef COMPILE_FAIL
  acme.schedule<report>("nightly", pawl::cron_at("0 3 * * *"), {});
#else
  static_cast<void>(acme.schedule<report>("nightly", pawl::cron_at("0 3 * * *"), {}));
#endif
}
