// SPDX-License-Identifier: BSL-1.0
// Schedules in PostgreSQL, fired by processes that race for them.
#include <pawl/storage/postgres.hpp>
#include <pawl/testing/postgres_store.hpp>
#include <pawl/testing/storage/schedules.hpp>

#include "storage/schedule_race.hpp"
#include "support/catch.hpp"

TEST_CASE("PostgreSQL keeps the laws of schedules", "[pooled]") {
  const auto make = [](pawl::testing::manual_clock clock) {
    return pawl::testing::fresh_postgres_store(clock);
  };
  for (const pawl::testing::storage_law& law : pawl::testing::schedule_laws::all) {
    INFO(law.name);
    CHECK(pawl::testing::broken_law_of(law.holds, make) == "");
  }
}

TEST_CASE("each slot is fired once by processes that race for it in PostgreSQL") {
  const std::string schema = "race_" + std::to_string(::getpid());
  support::check_that_each_slot_is_fired_once(
      [&] { return pawl::storage::postgres<>::open("", {.schema = schema}).value(); });
}
