// SPDX-License-Identifier: BSL-1.0
// What the server has to do, as it counts it. A job's row changes several times in its short life:
// what a worker does most, starting, reporting and giving signs of life, touches no index, which
// the server calls HOT. And no batch goes through a whole table.
#include <unistd.h>

#include <string>

#include <libpq-fe.h>

#include <pawl/storage/postgres.hpp>
#include <pawl/testing/storage/bench.hpp>

#include "server.hpp"
#include "support/catch.hpp"

namespace {

using namespace pawl;
using store_type = storage::postgres<testing::manual_clock>;
namespace jobs = testing::law_jobs;

struct updates {
  long all = 0;
  long hot = 0;
};

/// As the server has counted them. A connection tells what it did when it ends, so this asks until
/// as many are told as there must be.
updates counted(const std::string& schema, const char* table, long expected) {
  PGconn* const db = PQconnectdb("");
  const std::string ask =
      "SELECT pg_stat_clear_snapshot(), n_tup_upd, n_tup_hot_upd FROM "
      "pg_stat_user_tables WHERE schemaname = '" +
      schema + "' AND relname = '" + table + "'";
  updates found;
  for (int tries = 0; tries < 100'000 && found.all < expected; ++tries) {
    PGresult* const row = PQexec(db, ask.c_str());
    if (PQntuples(row) == 1) {
      found.all = std::stol(PQgetvalue(row, 0, 1));
      found.hot = std::stol(PQgetvalue(row, 0, 2));
    }
    PQclear(row);
  }
  PQfinish(db);
  return found;
}

template <class Operation>
void apply_all(storage::store& to, std::vector<Operation>& ops) {
  std::vector<storage::operation_ptr> batch;
  for (Operation& each : ops) batch.emplace_back(&each);
  to.apply(batch);
  for (const Operation& each : ops) {
    INFO((each.answer ? std::string() : describe(each.answer.error())));
    REQUIRE(each.answer);
  }
}

TEST_CASE("starts, reports and signs of life are HOT updates") {
  constexpr int count = 100;
  const std::string schema = "hot_" + std::to_string(::getpid());
  const testing::manual_clock clock;
  storage::light_vector<storage::claimed> held;
  storage::owner_number owner = 0;
  const auto open = [&] { return store_type::open("", {.schema = schema}, clock).value(); };
  {
    const auto store = open();
    testing::storage_bench on(*store, clock);
    owner = on.worker();
    std::vector<storage::submit> ops;
    for (int i = 0; i < count; ++i) ops.push_back(on.request(jobs::plain));
    apply_all(*store, ops);
    held = on.claim(owner, {&jobs::plain}, 0, count);
    REQUIRE(held.size() == count);
  }
  const updates claimed = counted(schema, "pawl_queue", count);
  {
    const auto store = open();
    testing::storage_bench on(*store, clock);
    std::vector<storage::start> starts;
    std::vector<storage::report> reports;
    for (const storage::claimed& each : held) {
      starts.push_back({each.lease, each.type});
      reports.push_back({.lease = each.lease, .type = each.type});
      reports.back().progress = 50;
      reports.back().stage = "half";
    }
    apply_all(*store, starts);
    apply_all(*store, reports);
    for (int i = 0; i < 20; ++i) on.done(storage::beat{owner});
  }
  const updates of_jobs = counted(schema, "pawl_queue", claimed.all + 2 * count);
  CHECK(of_jobs.all == claimed.all + 2 * count);
  CHECK(of_jobs.hot - claimed.hot == 2 * count);
  const updates of_owners = counted(schema, "pawl_owners", 20);
  CHECK(of_owners.all == 20);
  CHECK(of_owners.hot == 20);
}

TEST_CASE("claims and ends read what they need by indexes, however many jobs wait", "[pooled]") {
  constexpr long count = 20'000;
  const std::string schema = "plans_" + std::to_string(::getpid());
  const testing::manual_clock clock;
  {
    const auto store = store_type::open("", {.schema = schema}, clock).value();
    testing::storage_bench on(*store, clock);
    const auto owner = on.worker();
    // In portions, as sessions submit: one commit of all of them may last longer, on a busy
    // machine, than the server gives a statement.
    for (long done = 0; done < count; done += 1000) {
      std::vector<storage::submit> ops;
      for (int i = 0; i < 1000; ++i) ops.push_back(on.request(jobs::plain));
      apply_all(*store, ops);
    }
    // The server knows how many there are, and what it would rather do.
    PGconn* const db = PQconnectdb("");
    for (const char* table : {"pawl_queue", "pawl_jobs"})
      PQclear(PQexec(db, ("ANALYZE " + schema + "." + table).c_str()));
    PQfinish(db);
    for (int i = 0; i < 10; ++i) {
      const auto held = on.claim(owner, {&jobs::plain}, 0, 100);
      REQUIRE(held.size() == 100);
      std::vector<storage::settle> ends;
      for (const storage::claimed& each : held)
        ends.push_back(
            {.lease = each.lease, .type = each.type, .entered_ago = std::chrono::milliseconds{0}});
      apply_all(*store, ends);
    }
  }
  CHECK(counted(schema, "pawl_queue", 1000).all >= 1000);  // the server has heard of all of it
  PGconn* const db = PQconnectdb("");
  for (const char* table : {"pawl_queue", "pawl_jobs", "pawl_outcomes", "pawl_events"}) {
    PGresult* const row =
        PQexec(db, ("SELECT seq_tup_read FROM pg_stat_user_tables WHERE schemaname = '" + schema +
                    "' AND relname = '" + table + "'")
                       .c_str());
    INFO(table);
    CHECK(std::stol(PQgetvalue(row, 0, 0)) < count);
    PQclear(row);
  }
  PQfinish(db);
}

/// Rows that the server has read in a schema, whichever way. What a connection did is told when it
/// ends, so this waits until there is no other.
long rows_read(const std::string& schema) {
  server::connection db;
  while (db.run("SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend' AND "
                "pid <> pg_backend_pid()") != "0") {
  }
  return std::stol(db.run(
      "SELECT (SELECT sum(seq_tup_read) FROM pg_stat_user_tables WHERE schemaname = '" + schema +
      "') + (SELECT sum(idx_tup_read) FROM pg_stat_user_indexes WHERE schemaname = '" + schema +
      "')"));
}
void analyze(const std::string& schema) {
  server::connection db;
  for (const char* table : {"pawl_queue", "pawl_jobs", "pawl_outcomes", "pawl_dead_letters"})
    db.run("VACUUM ANALYZE " + schema + '.' + table);
}

TEST_CASE("a claim reads the same rows, however many newer jobs it passes over") {
  const auto read_behind = [](int newer) {
    const std::string schema = server::fresh_schema("passed_over");
    const testing::manual_clock clock;
    const auto open = [&] { return store_type::open("", {.schema = schema}, clock).value(); };
    storage::owner_number owner = 0;
    {
      const auto store = open();
      testing::storage_bench on(*store, clock);
      const job_descriptor* const types[] = {&jobs::newer_plain};
      REQUIRE(store->learn(types));
      // Of one tenant, and of as many: in front of everything that the old process can take.
      for (int from = 0; from < newer; from += 1000) {
        std::vector<storage::submit> ops;
        for (int i = from; i < from + 1000; ++i) {
          ops.push_back(on.request(jobs::newer_plain));
          ops.back().payload_version = 2;
          if (i % 2 == 0) ops.back().who.tenant = "tenant " + std::to_string(i);
        }
        apply_all(*store, ops);
      }
    }
    {
      const auto store = open();
      testing::storage_bench on(*store, clock);
      owner = on.worker();
      std::vector<storage::submit> ops;
      for (int i = 0; i < 20; ++i) ops.push_back(on.request(jobs::plain));
      apply_all(*store, ops);
      // Once before, with all that a process reads at first.
      CHECK(on.claim(owner, {&jobs::plain}, 5).size() == 5);
    }
    analyze(schema);
    const long before = rows_read(schema);
    {
      const auto store = open();
      testing::storage_bench on(*store, clock);
      CHECK(on.claim(owner, {&jobs::plain}, 5).size() == 5);
    }
    return rows_read(schema) - before;
  };
  const long without = read_behind(0);
  const long with = read_behind(20'000);
  INFO(without << " and " << with << " rows");
  CHECK(with <= without + without / 4);
}

/// The rows that are read for an operation, which has nothing to do, when so many dead letters, and
/// jobs that wait for their time, lie there.
template <class Operation>
long rows_for(const Operation& op, int lying) {
  const std::string schema = server::fresh_schema("lying");
  const testing::manual_clock clock;
  const auto open = [&] { return store_type::open("", {.schema = schema}, clock).value(); };
  {
    const auto store = open();
    testing::storage_bench on(*store, clock);
    const auto owner = on.worker();
    std::vector<storage::submit> dying;
    std::vector<storage::submit> waiting;
    for (int i = 0; i < lying; ++i) {
      dying.push_back(on.request(jobs::plain));
      dying.back().retry.max_attempts = 1;
      waiting.push_back(on.request(jobs::plain));
      waiting.back().delay = std::chrono::hours{1};
    }
    apply_all(*store, dying);
    apply_all(*store, waiting);
    const auto running = on.claim(owner, {&jobs::plain}, dying.size());
    REQUIRE(running.size() == dying.size());
    std::vector<storage::settle> ends;
    for (const storage::claimed& each : running) ends.push_back(on.failure(each));
    apply_all(*store, ends);
  }
  analyze(schema);
  const long before = rows_read(schema);
  {
    const auto store = open();
    testing::storage_bench on(*store, clock);
    on.done(op);
  }
  return rows_read(schema) - before;
}

TEST_CASE("what lies there does not cost a server what looks for the due") {
  const auto stays = [](const auto& op) {
    const long few = rows_for(op, 20);
    const long many = rows_for(op, 3000);
    CAPTURE(few, many);
    CHECK(many <= few + few / 4);
  };
  id_source ids;
  stays(storage::reprocess{.type = &jobs::plain,
                           .after = std::chrono::hours{1},
                           .fresh = {ids.next(instant{}), ids.next(instant{})}});
  stays(storage::prune{});
  stays(storage::claim{1, {&jobs::plain}, 1, 0});
}

}  // namespace
