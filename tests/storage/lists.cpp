// SPDX-License-Identifier: BSL-1.0
// How SQLite finds the jobs of a list: by indexes, and not by looking at all that ever was.
#include <pawl/storage/sql/schema.hpp>
#include <pawl/storage/sqlite.hpp>
#include <pawl/storage/sqlite/open.hpp>
#include <pawl/testing/storage/bench.hpp>

#include "storage/backends.hpp"
#include "support/catch.hpp"

namespace {

using namespace pawl;
using namespace pawl::storage;
namespace jobs = testing::law_jobs;

/// A database with empty tables, which says how it would answer.
class planner {
 public:
  planner() {
    storage::detail::execute(db_.get(), sql::create_schema<sql::dialect::sqlite>(false));
  }
  std::string plan(const sql::list_shape& shape) {
    const auto statement =
        storage::detail::prepare(db_.get(), "EXPLAIN QUERY PLAN " + sql::list_statement(shape));
    storage::detail::execution row(db_.get(), statement.get());
    std::string out;
    while (row.next()) {
      row.skip(3);
      out += row.string() + '\n';
    }
    return out;
  }

 private:
  storage::detail::database_handle db_ =
      storage::detail::connect(":memory:", SQLITE_OPEN_READWRITE, milliseconds{5000});
};

bool says(const std::string& plan, const char* words) {
  return plan.find(words) != std::string::npos;
}

TEST_CASE("a list by states that are no success looks at no job that has succeeded") {
  planner database;
  for (const bool subject : {false, true}) {
    const std::string plan = database.plan(
        {.tenant = true, .handler = true, .subject = subject, .states = 2, .no_success = true});
    INFO(plan);
    CHECK(says(plan, "SEARCH j USING INTEGER PRIMARY KEY (rowid=?)"));
    CHECK(says(plan, "pawl_outcomes_failed (state=? AND tenant=? AND rowid<?)"));
    CHECK_FALSE(says(plan, "pawl_jobs_list"));
    CHECK_FALSE(says(plan, "SCAN f"));
  }
  const std::string all = database.plan({.states = 1, .no_success = true});
  INFO(all);
  CHECK(says(all, "pawl_outcomes_failed (state=?)"));
}

TEST_CASE("a list of dead letters looks at dead letters only") {
  planner database;
  const std::string plan = database.plan({.dead_letters = true, .tenant = true, .states = 1});
  INFO(plan);
  CHECK(says(plan, "SEARCH j USING INTEGER PRIMARY KEY (rowid=?)"));
  CHECK(says(plan, "pawl_dead_letters_list (tenant=? AND rowid<?)"));
  CHECK_FALSE(says(plan, "pawl_jobs_list"));
}

TEST_CASE("a page of any list is found without sorting all the jobs there are") {
  planner database;
  for (const sql::list_shape& shape :
       {sql::list_shape{}, sql::list_shape{.tenant = true},
        sql::list_shape{.tenant = true, .handler = true, .states = 1}}) {
    const std::string plan = database.plan(shape);
    INFO(plan);
    CHECK_FALSE(says(plan, "TEMP B-TREE"));
    CHECK_FALSE(says(plan, "SCAN"));
  }
}

TEST_CASE("a type that this process does not know may have any states") {
  const testing::manual_clock clock;
  auto made = support::sqlite_backend::make(clock);
  testing::storage_bench on(*made, clock);
  const auto owner = on.worker();
  const job_id good = on.submit(jobs::plain);
  on.succeed(on.start(owner, jobs::plain));
  const job_id bad = on.submit(jobs::plain);
  on.fail(on.start(owner, jobs::plain), false);
  // Another process's type, where the same name is that of a success.
  auto foreign = storage::detail::connect(made->path(), SQLITE_OPEN_READWRITE, milliseconds{5000});
  const auto run = [&](const char* sql) { storage::detail::execute(foreign.get(), sql); };
  CHECK(on.list({.states = {"failed"}}) == std::vector{bad});
  run("INSERT INTO pawl_names (name) VALUES ('theirs')");
  run("INSERT INTO pawl_types SELECT number, 'theirs' FROM pawl_names WHERE name = 'theirs'");
  run("UPDATE pawl_outcomes SET state = 'failed' WHERE kind = 5");
  CHECK(on.list({.states = {"failed"}}) == std::vector{bad, good});
}

TEST_CASE("a state that is named twice is one state") {
  const testing::manual_clock clock;
  auto made = support::sqlite_backend::make(clock);
  testing::storage_bench on(*made, clock);
  for (int i = 0; i < 4; ++i)
    on.done(cancel{.scope = on.mine(), .id = on.submit(jobs::plain), .reason = {}});
  list_filter filter{.states = {"canceled", "pending", "canceled"}, .limit = 2};
  std::size_t found = 0;
  do {
    const job_page page = on.read(on.store.list(on.mine(), filter));
    found += page.jobs.size();
    filter.cursor = page.cursor;
  } while (!filter.cursor.empty());
  CHECK(found == 4);
}

}  // namespace
