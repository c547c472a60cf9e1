// SPDX-License-Identifier: BSL-1.0
// Tables of every version that there was, brought up to date with jobs in them. `schemas/v<n>.sql`
// are written by `write_fixture`, with the program of their time, and never change.
#include <unistd.h>

#include <fstream>
#include <sstream>
#include <thread>

#include <pawl/storage/postgres.hpp>
#include <pawl/storage/postgres/open.hpp>

#include "database.hpp"
#include "fixture_jobs.hpp"
#include "support/catch.hpp"

namespace {

using namespace pawl;
using store_type = storage::postgres<testing::manual_clock>;
namespace jobs = testing::law_jobs;

void load(int version, const std::string& schema) {
  const std::string path =
      std::string(PAWL_SCHEMA_FIXTURES) + "/v" + std::to_string(version) + ".sql";
  std::ifstream file(path);
  REQUIRE(file);
  std::stringstream read;
  read << file.rdbuf();
  std::string script = read.str();
  const std::string name = "pawl_fixture";
  for (std::size_t at = script.find(name); at != std::string::npos; at = script.find(name, at + 1))
    script.replace(at, name.size(), schema);
  support::database().ask(script);
}

/// Everything that a schema is made of, as text; without its name.
std::string shape_of(const std::string& schema) {
  support::database db;
  std::string all = db.ask(
      "SELECT string_agg(line, E'\\n' ORDER BY line) FROM ("
      "SELECT format('%s.%s %s %s %s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), "
      "a.attnotnull, a.attidentity) AS line FROM pg_class c JOIN pg_attribute a ON a.attrelid = "
      "c.oid WHERE c.relnamespace = '" +
      schema +
      "'::regnamespace AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped UNION ALL "
      "SELECT c.relname || ' ' || coalesce(c.reloptions::text, '') FROM pg_class c WHERE "
      "c.relnamespace = '" +
      schema +
      "'::regnamespace AND c.relkind = 'r' UNION ALL SELECT indexdef FROM pg_indexes WHERE "
      "schemaname = '" +
      schema +
      "' UNION ALL SELECT conrelid::regclass || ' ' || pg_get_constraintdef(oid) FROM "
      "pg_constraint "
      "WHERE connamespace = '" +
      schema +
      "'::regnamespace UNION ALL SELECT 'trigger ' || t.tgname FROM pg_trigger t JOIN pg_class c "
      "ON "
      "c.oid = t.tgrelid WHERE c.relnamespace = '" +
      schema + "'::regnamespace) AS lines");
  for (std::size_t at = all.find(schema); at != std::string::npos; at = all.find(schema))
    all.replace(at, schema.size(), "*");
  return all;
}

std::string fresh_schema() {
  static int made = 0;
  return "upgraded_" + std::to_string(::getpid()) + '_' + std::to_string(++made);
}

TEST_CASE("tables of every version are brought up to date, and their jobs go on", "[upgrading]") {
  const int version =
      GENERATE(range(storage::detail::pg_oldest_version, storage::detail::pg_schema_version + 1));
  CAPTURE(version);
  const std::string schema = fresh_schema();
  load(version, schema);
  testing::manual_clock clock;
  clock.advance(std::chrono::milliseconds{180'000});  // as far as the fixture's
  auto opened = store_type::open("", {.schema = schema}, clock);
  REQUIRE(opened);
  testing::storage_bench on(**opened, clock);

  const auto job = [&](const char* subject) {
    const auto found = on.read(on.store.list(on.everyone(), {.subject = subject})).jobs;
    REQUIRE(found.size() == 1);
    return found[0];
  };
  CHECK(on.store.dead_letter(on.everyone(), job("dead").id));
  CHECK(job("succeeded").kind == kind::success);
  CHECK(job("scheduled").phase == phase::scheduled);
  CHECK(job("running").phase == phase::running);
  CHECK(job("running").progress == 50);
  CHECK(job("held").phase == phase::held);
  CHECK(job("waits").phase == phase::blocked);
  CHECK(job("parked").phase == phase::blocked);
  CHECK(job("filmed").phase == phase::blocked);

  storage::submit same = on.request(jobs::plain);
  same.key = "a-key";
  CHECK(on.done(same).id == job("succeeded").id);
  const auto owner = on.worker();
  on.succeed(on.start(owner, jobs::served));
  CHECK(job("ready").kind == kind::success);
  storage::raise event{.scope = on.mine(), .id = job("filmed").id, .event = "confirm_upload"};
  on.done(event);
  storage::replay again{.scope = on.mine(), .id = job("dead").id, .fresh = on.ids.next({})};
  on.done(again);
  CHECK(on.done(storage::take_callbacks{owner, {&jobs::telling}}).callbacks.size() == 1);
  CHECK(support::broken_invariants_in(schema).empty());
  CHECK(support::database().ask("SELECT max(version) FROM " + schema + ".pawl_schema") ==
        std::to_string(storage::detail::pg_schema_version));

  // Nothing tells them from tables that were made today. If they differ for the newest version, the
  // tables have changed: they need a version of their own, a step that leads to it and a fixture.
  const std::string fresh = fresh_schema();
  REQUIRE(store_type::open("", {.schema = fresh}, clock));
  CHECK(shape_of(schema) == shape_of(fresh));
}

TEST_CASE("processes that start together on old tables bring them up to date once", "[upgrading]") {
  const std::string schema = fresh_schema();
  load(storage::detail::pg_oldest_version, schema);
  std::atomic<int> failures{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i)
    threads.emplace_back([&] {
      if (!store_type::open("", {.schema = schema})) ++failures;
    });
  for (std::thread& each : threads) each.join();
  CHECK(failures == 0);
  CHECK(support::database().ask("SELECT count(*) FROM " + schema + ".pawl_schema") == "2");
}

// For write_fixture, which keeps what this leaves behind.
TEST_CASE("a schema is filled for a fixture", "[.fixture]") {
  testing::manual_clock clock;
  auto opened = store_type::open("", {.schema = "pawl_fixture"}, clock);
  REQUIRE(opened);
  testing::storage_bench on(**opened, clock);
  support::fill_fixture(on);
}

}  // namespace
