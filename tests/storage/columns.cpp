// SPDX-License-Identifier: BSL-1.0
// The lists of columns, and all that is made of them.
#include <pawl/storage/sql/columns.hpp>

#include <set>

#include <pawl/storage/sql/schema.hpp>
#include <pawl/storage/sql/statements.hpp>
#include <pawl/storage/sql/values.hpp>
#include <pawl/storage/sqlite/connection.hpp>
#include <pawl/testing/storage/jobs.hpp>

#include "support/catch.hpp"

namespace {

using namespace pawl;
using namespace pawl::storage;
using sql::part;
using storage::detail::execution;
using storage::detail::row_binder;
using storage::detail::row_reader;

std::string string(text words) { return {words.data(), words.size()}; }

/// A database in memory with the tables of a store.
class database {
 public:
  database() { run(sql::create_schema<sql::dialect::sqlite>(true)); }

  void run(const std::string& statement) { storage::detail::execute(db_.get(), statement); }
  [[nodiscard]] storage::detail::statement_handle prepare(text statement) const {
    return storage::detail::prepare(db_.get(), sql::compose(statement));
  }
  static constexpr std::int64_t lane = sql::format_of(99, 6, true);

  /// Binds the values of a row to a statement, after those that are given, and executes it.
  template <class List, class Row, class... Values>
  void write(text statement, const Row& row, part which, const Values&... first) {
    const auto prepared = prepare(statement);
    execution values(db_.get(), prepared.get());
    static_cast<void>((values << ... << first));
    List::visit(row, row_binder(values, which, &testing::law_jobs::plain, lane));
    values.run();
  }
  /// The first row of a query.
  template <class List, class Row>
  Row read(text statement, part which, std::string* state = nullptr) {
    const auto prepared = prepare(statement);
    execution row(db_.get(), prepared.get());
    REQUIRE(row.next());
    Row out;
    row_reader reader(row, which);
    List::visit(out, reader);
    if (state != nullptr) *state = reader.state();
    return out;
  }

 private:
  storage::detail::database_handle db_ =
      storage::detail::connect(":memory:", SQLITE_OPEN_READWRITE, std::chrono::milliseconds{0});
};

TEST_CASE("a hole is filled from the tables and the enumerations") {
  CHECK(sql::compose("no holes") == "no holes");
  CHECK(sql::compose("phase = {phase.ready}, kind = {kind.dead}") == "phase = 2, kind = 8");
  CHECK(sql::compose("{callbacks}") == "job, handler, tries, due_at");
  CHECK(sql::compose("{c.callbacks:changing}.") == "c.tries, c.due_at.");
  CHECK(sql::compose("UPDATE t {set callbacks:changing} WHERE job = ?1") ==
        "UPDATE t SET tries = ?2, due_at = ?3 WHERE job = ?1");
  CHECK(sql::compose("{insert names} x") == "INSERT INTO pawl_names (name) VALUES (?1) x");
}

TEST_CASE("a hole that says nothing stays where it is") {
  for (const char* const nothing :
       {"{}", "{nothing}", "{phase.nowhere}", "{queue:nothing}", "{insert nothing}"})
    CHECK(sql::compose(nothing).find("{") == 0);
}

TEST_CASE("every statement of a store can be prepared") {
  const database with_tables;
  for (std::size_t i = 0; i < sql::query_count; ++i) {
    const auto name = static_cast<sql::query>(i);
    const std::string statement = sql::in_dialect(sql::dialect::sqlite, name);
    INFO(statement);
    CHECK(statement.find('{') == std::string::npos);
    CHECK_NOTHROW(static_cast<void>(with_tables.prepare(statement)));
  }
}

TEST_CASE("a table names a column once, and says what every number means") {
  for (const sql::table& table : sql::tables()) {
    std::set<std::string> names;
    for (const sql::column& each : table.columns.get()) {
      CHECK(names.insert(string(each.name)).second);
      CHECK(sql::compose(each.meaning).find('{') == std::string::npos);
    }
    CHECK(sql::compose(table.check).find('{') == std::string::npos);
  }
}

TEST_CASE("what was submitted is read as it was written") {
  database db;
  job_row job{.tenant = 2, .handler = 3, .created_at = 4, .payload_version = 5, .payload = "6"};
  job.id.bytes[0] = 7;
  SECTION("with nothing that may be absent") {}
  SECTION("with all that there can be") {
    job.requested_by = "8";
    job.organisation = "9";
    job.subject = "10";
    job.correlation = "11";
    job.traceparent = "12";
    job.metadata = "13";
    job.idempotency_key = "14";
    job.parent.bytes[0] = 15;
    job.rank = 16;
    job.max_attempts = 17;
    job.retry = {.max_attempts = {},
                 .initial = duration_ms{18},
                 .cap = duration_ms{19},
                 .multiplier = factor{}};
    job.retry.multiplier->permille = 2000;
    job.limit_keys = "20";
  }
  db.write<sql::jobs_list>("{insert jobs}", job, part::inserted);
  const auto read = db.read<sql::jobs_list, job_row>("SELECT {jobs} FROM pawl_jobs", part::all);
  CHECK(read.key == 1);
  CHECK(read.id == job.id);
  CHECK(read.tenant == job.tenant);
  CHECK(read.handler == job.handler);
  CHECK(read.created_at == job.created_at);
  CHECK(read.payload_version == job.payload_version);
  CHECK(read.payload == job.payload);
  CHECK(read.requested_by == job.requested_by);
  CHECK(read.organisation == job.organisation);
  CHECK(read.subject == job.subject);
  CHECK(read.correlation == job.correlation);
  CHECK(read.traceparent == job.traceparent);
  CHECK(read.metadata == job.metadata);
  CHECK(read.idempotency_key == job.idempotency_key);
  CHECK(read.parent == job.parent);
  CHECK(read.rank == job.rank);
  CHECK(read.max_attempts == job.max_attempts);
  CHECK(read.retry == job.retry);
  CHECK(read.limit_keys == job.limit_keys);
}

TEST_CASE("a living job is read as it was written, and changed as a whole or in part") {
  database db;
  queue_row job{{.key = 1, .handler = 2, .tenant = 3, .rank = 4, .max_attempts = 5, .version = 6}};
  job.at = testing::law_jobs::plain.beginning();
  job.sort_key = 7;
  db.write<sql::queue_list>("{insert queue}", job, part::inserted);
  std::string state;
  const auto all = [&] {
    return db.read<sql::queue_list, queue_row>("SELECT {queue} FROM pawl_queue", part::all, &state);
  };
  queue_row read = all();
  CHECK(state == "pending");
  CHECK(read.at.phase == phase::ready);
  CHECK(read.sort_key == 7);
  CHECK(read.due_at == due_time{});
  CHECK(read.owner == 0);
  CHECK(read.version == 6);

  job.at.phase = phase::running;
  job.at.attempt = 8;
  job.at.retries = 9;
  job.at.retryable = true;
  job.sort_key = 10;  // what runs keeps the place that it had
  job.owner = 11;
  job.lease_ms = 12;
  job.fence = 13;
  job.error_event = 14;
  job.started_at = 15;
  job.waiting_for = 16;
  db.write<sql::queue_list>("UPDATE pawl_queue {set queue:changing} WHERE key = ?1", job,
                            part::changing, job.key);
  job.events = 17;
  job.progress = 18;
  job.stage = "19";
  job.updated_at = 20;
  job.has_checkpoint = true;
  db.write<sql::queue_list>("UPDATE pawl_queue {set queue:reported} WHERE key = ?1", job,
                            part::reported, job.key);
  read = all();
  CHECK(read.at.phase == phase::running);
  CHECK(read.at.attempt == 8);
  CHECK(read.at.retries == 9);
  CHECK(read.at.retryable);
  CHECK(read.sort_key == 10);
  CHECK(read.owner == 11);
  CHECK(read.lease_ms == 12);
  CHECK(read.fence == 13);
  CHECK(read.error_event == 14);
  CHECK(read.started_at == 15);
  CHECK(read.waiting_for == 16);
  CHECK(read.events == 17);
  CHECK(read.progress == 18);
  CHECK(read.stage == "19");
  CHECK(read.updated_at == 20);
  CHECK(read.has_checkpoint);
  CHECK_FALSE(read.cancel_requested);
  CHECK_FALSE(read.has_dependents);
}

TEST_CASE("an end is read as it was written") {
  database db;
  db.run("DROP TRIGGER pawl_outcomes_guard");
  outcome_row end{.key = 1, .state = "succeeded", .kind = kind::success, .completed_at = 2};
  SECTION("a success") {
    end.has_result = true;
    SECTION("with a result") { end.result = "42"; }
    SECTION("with an empty result") {}
  }
  SECTION("a failure") {
    end.kind = kind::dead;
    SECTION("that says much") { end.error = failure_info{"3", "4", "5", "6", true}; }
    SECTION("that says little") { end.error.emplace(); }
  }
  SECTION("a cancellation") { end.cancel_reason = "7"; }
  db.write<sql::outcomes_list>("{insert outcomes}", end, part::inserted);
  const auto read =
      db.read<sql::outcomes_list, outcome_row>("SELECT {outcomes} FROM pawl_outcomes", part::all);
  CHECK(read.key == end.key);
  CHECK(read.state == end.state);
  CHECK(read.kind == end.kind);
  CHECK(read.completed_at == end.completed_at);
  CHECK(read.has_events);
  CHECK(read.has_result == end.has_result);
  CHECK(read.result == end.result);
  CHECK(read.error == end.error);
  CHECK(read.cancel_reason == end.cancel_reason);
}

TEST_CASE("an event is written from one row and read as another") {
  database db;
  const event_row event{.job = 1,
                        .number = 2,
                        .kind = event_kind::message,
                        .at = 3,
                        .event = "4",
                        .from = "5",
                        .to = "6",
                        .attempt = 7,
                        .progress = 8,
                        .stage = "9",
                        .message = "10",
                        .error = "11",
                        .detail = "12"};
  db.write<sql::events_list>("{insert events}", event, part::inserted);
  const auto read =
      db.read<sql::events_list, job_event>("SELECT {events:shown} FROM pawl_events", part::shown);
  CHECK(read.feed == 1);
  CHECK(read.number == 2);
  CHECK(read.kind == event_kind::message);
  CHECK(read.at == instant{std::chrono::milliseconds{3}});
  CHECK(read.event == "4");
  CHECK(read.from == "5");
  CHECK(read.to == "6");
  CHECK(read.attempt == 7);
  CHECK(read.progress == 8);
  CHECK(read.stage == "9");
  CHECK(read.message == "10");
  CHECK(read.error == "11");
  CHECK(read.detail == "12");
}

}  // namespace
