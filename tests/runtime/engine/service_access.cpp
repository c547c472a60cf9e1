// SPDX-License-Identifier: BSL-1.0
// The way into a service for what does not know its job types.
#include <pawl/runtime/engine/service_access.hpp>

#include <pawl/service.hpp>
#include <pawl/testing/memory_store.hpp>

#include "support/catch.hpp"

namespace {

struct note : pawl::job<"test.access_note", pawl::lifecycles::service> {
  outcome<int> operator()(context&, int in) const { return in + 1; }
};

}  // namespace

TEST_CASE("what is done to the core of a service is done to the service") {
  pawl::service jobs{std::make_unique<pawl::testing::memory_store<>>(), note{}};
  pawl::runtime::service_core& core = pawl::runtime::service_access::core(jobs);
  CHECK(&core.metrics() == &jobs.metrics());
  const auto me = jobs.as({.tenant = "acme", .user = "ann", .organisation = {}});
  core.sessions().high_watermark = 1;
  const auto job = me.submit<note>(1);
  REQUIRE(job);
  CHECK(me.submit<note>(2).error().code == pawl::storage::errc::queue_overloaded);
  // And its engines run the service's jobs with the service's handlers.
  const auto engine = core.make_engine(false, {.workers = 1});
  REQUIRE(engine->enrol());
  engine->run_until_idle();
  CHECK(me.result(*job).value() == 2);
}
