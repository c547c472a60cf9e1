// SPDX-License-Identifier: BSL-1.0
// The laws of a storage on PostgreSQL, through the door that every backend uses.
#include <pawl/testing/postgres_store.hpp>
#include <pawl/testing/storage_laws.hpp>

#include "storage/lonely.hpp"
#include "support/catch.hpp"

namespace {

using namespace pawl;

TEST_CASE("PostgreSQL keeps the laws of a storage", "[laws][pooled]") {
  STATIC_REQUIRE(storage::job_storage<testing::postgres_store>);
  const auto make = [](testing::manual_clock clock) {
    return testing::fresh_postgres_store(clock);
  };
  const auto laws = testing::storage_laws(make, [](const char* law, const std::string& how) {
    UNSCOPED_INFO(law);
    FAIL_CHECK(how);
  });
  CHECK(laws > 160);
}

TEST_CASE("a job whose handler no living process knows is taken from its lost worker",
          "[pooled][SVC-15]") {
  int opened = 0;
  support::check_that_lonely_jobs_are_taken_back([&](testing::manual_clock clock) {
    // Three processes for each kind of job, on a schema of their own.
    const std::string schema =
        "lonely_" + std::to_string(::getpid()) + '_' + std::to_string(opened++ / 3);
    return testing::postgres_store::open("", {.schema = schema}, clock).value();
  });
}

TEST_CASE("the database itself refuses what the lifecycles forbid, and nothing else") {
  testing::manual_clock clock;
  const auto store = testing::fresh_postgres_store(clock, {.guarded = true});
  testing::storage_bench on(*store, clock);
  const auto owner = on.worker();
  const auto done = on.running(owner, testing::law_jobs::served);
  on.succeed(done);
  const auto failed = on.running(owner, testing::law_jobs::served);
  on.fail(failed);
  CHECK(on.get(done.id).state == "succeeded");
  CHECK(on.get(failed.id).state == "failed");
}

TEST_CASE("a database that cannot be reached is said so, without its password") {
  const auto none = testing::postgres_store::open(
      "host=127.0.0.1 port=1 user=pawl password=planted connect_timeout=2", {}, {});
  REQUIRE_FALSE(none);
  CHECK(none.error().code == storage::errc::busy);
  CHECK(none.error().message.find("planted") == std::string::npos);
}

TEST_CASE("a schema is named by an identifier") {
  for (const char* name : {"", "Pawl", "a;b", "1st", "a b"}) {
    const auto none = testing::postgres_store::open("", {.schema = name}, {});
    REQUIRE_FALSE(none);
    CHECK(none.error().code == storage::errc::invalid);
  }
}

}  // namespace
