// SPDX-License-Identifier: BSL-1.0
#include "storage/thrown.hpp"

#include <pawl/testing/postgres_store.hpp>

#include "server.hpp"

namespace {

using namespace pawl;

TEST_CASE("a guard that throws refuses its own operation in PostgreSQL, and no other", "[pooled]") {
  const testing::manual_clock clock;
  const auto store = testing::fresh_postgres_store(clock);
  support::check_that_a_guard_that_throws_refuses_its_own_operation(*store, clock);
}

TEST_CASE("a number that makes no sense in PostgreSQL is refused, and becomes no other's") {
  const testing::manual_clock clock;
  const std::string schema = server::fresh_schema("nonsense");
  const auto store = testing::postgres_store::open("", {.schema = schema}, clock).value();
  server::connection foreign;
  foreign.run("SET search_path TO " + schema);
  support::check_that_a_number_without_sense_is_nobody_elses(
      *store, clock, [&](const std::string& sql) { foreign.run(sql); });
}

}  // namespace
