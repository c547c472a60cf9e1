// SPDX-License-Identifier: BSL-1.0
// What the server has to do, as it counts it. A job's row changes several times in its short life:
// what a worker does most, starting, reporting and giving signs of life, touches no index, which
// the server calls HOT. And no batch goes through a whole table.
#include <unistd.h>

#include <string>

#include <libpq-fe.h>

#include <pawl/storage/postgres.hpp>
#include <pawl/testing/storage/bench.hpp>

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
  for (const Operation& each : ops) REQUIRE(each.answer);
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
    std::vector<storage::submit> ops;
    for (long i = 0; i < count; ++i) ops.push_back(on.request(jobs::plain));
    apply_all(*store, ops);
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

}  // namespace
