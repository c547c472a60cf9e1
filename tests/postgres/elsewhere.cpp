// SPDX-License-Identifier: BSL-1.0
// Pipelines of which some work is done elsewhere, in PostgreSQL.
#include "../runtime/elsewhere.hpp"

#include <pawl/storage/postgres.hpp>
#include <pawl/testing/postgres_store.hpp>

#include "server.hpp"

namespace {

namespace same = runtime_test::elsewhere;

const auto fresh = [](const pawl::testing::manual_clock& clock) {
  return pawl::testing::fresh_postgres_store(clock);
};

TEST_CASE("a pipeline reaches its end wherever its steps are done, in PostgreSQL", "[elsewhere]") {
  same::every_mixture_reaches_its_end(fresh);
}
TEST_CASE("a service runs a pipeline wherever its steps are done, in PostgreSQL", "[elsewhere]") {
  same::every_mixture_runs_by_itself([] {
    return pawl::storage::postgres<>::open("", {.schema = server::fresh_schema("elsewhere")})
        .value();
  });
}
TEST_CASE("work that is done elsewhere waits for no worker, in PostgreSQL", "[elsewhere]") {
  same::work_elsewhere_waits_for_no_worker(fresh);
}
TEST_CASE("all work that is done elsewhere starts beside a worker that stays busy, in PostgreSQL",
          "[elsewhere]") {
  same::all_start_elsewhere_beside_a_busy_worker(
      pawl::storage::postgres<>::open("", {.schema = server::fresh_schema("elsewhere")}).value());
}

}  // namespace
