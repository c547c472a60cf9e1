// SPDX-License-Identifier: BSL-1.0
// Whom a job belongs to.
#include "runtime/bench.hpp"

using namespace runtime_test;

TEMPLATE_TEST_CASE("what one tenant submits, another does not see", "[SVC-11]",
                   PAWL_RUNTIME_STORES) {
  bench<report, TestType> b;
  const auto job = b.submit(alfki);
  const auto other = b.jobs.as({.tenant = "initech", .user = "bob", .organisation = {}});
  const auto missing = pawl::storage::errc::not_found;
  CHECK(other.status(job.id).error().code == missing);
  CHECK(other.result(job).error().store.code == missing);
  CHECK(other.cancel(job.id).error().code == missing);
  CHECK(other.events(job.id).error().code == missing);
  CHECK(other.replay(job.id).error().code == missing);
  CHECK(other.list()->jobs.empty());
  CHECK(b.jobs.as({}).template submit<report>(alfki).error().code == pawl::storage::errc::invalid);
}

TEST_CASE("systems jobs belong to the root tenant, and no other sees them", "[SVC-11]") {
  bench<report> b;
  const auto job = b.jobs.as_root("nightly").submit<report>(alfki);
  REQUIRE(job);
  CHECK(b.me.status(*job).error().code == pawl::storage::errc::not_found);
  const auto seen = b.jobs.as_root("somebody else").status(*job);
  CHECK(seen->tenant == "root");
  CHECK(seen->requested_by == "nightly");
}
