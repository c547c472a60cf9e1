// SPDX-License-Identifier: BSL-1.0
// A connection: each answer goes to the reader that was sent with its question.
#include <pawl/storage/postgres.hpp>
#include <pawl/storage/postgres/execution.hpp>
#include <pawl/testing/postgres_store.hpp>
#include <pawl/testing/storage/bench.hpp>

#include "database.hpp"
#include "proxy.hpp"
#include "server.hpp"
#include "support/catch.hpp"

namespace {

using namespace pawl;
using storage::detail::pg_connection;
using storage::detail::pg_reader;
using storage::detail::pg_row;
using storage::detail::pg_statement;
using storage::detail::pg_values;
using storage::detail::store_failure;
using support::fault;
namespace law_jobs = testing::law_jobs;

struct fixture {
  explicit fixture(const std::string& dsn = "") : db(dsn, storage::postgres_options{}) {
    db.open();
    echo.sql = "SELECT $1::bigint";
  }

  /// A question whose answer is the number that it asks for.
  void send(std::int64_t number, pg_reader read) {
    pg_values value;
    value << number;
    db.send(echo, value, std::move(read));
  }
  pg_reader note() {
    return [this](const PGresult& rows) { noted.push_back(pg_row(&rows, 0).integer()); };
  }
  std::int64_t fetch(std::int64_t number) {
    pg_values value;
    value << number;
    return pg_row(db.fetch(echo, value).get(), 0).integer();
  }

  pg_connection db;
  pg_statement echo{};
  std::vector<std::int64_t> noted{};
};

TEST_CASE("each answer is given to the reader that was sent with its question") {
  fixture f;
  for (std::int64_t i = 0; i < 200; ++i) f.send(i, i % 3 == 0 ? pg_reader() : f.note());
  CHECK(f.noted.empty());
  f.db.round_trip();
  CHECK_FALSE(f.db.has_sent());
  REQUIRE(f.noted.size() == 133);
  for (std::size_t i = 0; i < f.noted.size(); ++i)
    CHECK(f.noted[i] == static_cast<std::int64_t>(i + i / 2 + 1));
}

TEST_CASE("what is fetched while other answers are due takes none of them") {
  fixture f;
  f.send(1, f.note());
  f.send(2, {});
  f.send(3, f.note());
  CHECK(f.fetch(4) == 4);
  CHECK(f.noted == std::vector<std::int64_t>{1, 3});
  f.send(5, f.note());
  f.db.round_trip();
  CHECK(f.noted == std::vector<std::int64_t>{1, 3, 5});
}

TEST_CASE("a reader may ask for more while other readers wait for their turn") {
  fixture f;
  f.send(1, f.note());
  f.send(2, [&](const PGresult& rows) {
    CHECK(f.fetch(20) == 20);
    f.send(21, f.note());
    CHECK(f.fetch(22) == 22);
    CHECK(pg_row(&rows, 0).integer() == 2);
  });
  f.send(3, f.note());
  f.db.round_trip();
  CHECK(f.noted == std::vector<std::int64_t>{1, 21, 3});
}

TEST_CASE("when a statement fails no reader of its round trip is called") {
  fixture f;
  f.send(1, f.note());
  f.db.send("SELECT 1 FROM nothing_of_this_name", {}, f.note());
  f.send(2, f.note());
  CHECK_THROWS_AS(f.db.round_trip(), store_failure);
  CHECK(f.noted.empty());
  CHECK_FALSE(f.db.has_sent());
  CHECK(f.fetch(3) == 3);
}

TEST_CASE("what was sent by a transaction that is rolled back is not read") {
  fixture f;
  f.db.begin();
  f.send(1, f.note());
  f.db.send("SELECT 1 / 0", {}, f.note());
  f.db.roll_back();
  CHECK(f.db.is_open());
  CHECK(f.noted.empty());
  CHECK(f.fetch(2) == 2);
}

TEST_CASE("answers that are not as many as the questions are an error, and roll back") {
  const fault what = GENERATE(fault::one_less, fault::one_more);
  support::proxy proxy(support::server_socket());
  fixture f("host=127.0.0.1 port=" + std::to_string(proxy.port()) +
            " sslmode=disable gssencmode=disable");
  const std::string table = server::fresh_schema("counted");
  server::connection past;
  past.run("CREATE TABLE " + table + " (number bigint)");
  proxy.arm(what, 1);
  f.db.begin();
  f.db.send("INSERT INTO " + table + " VALUES (1)");
  f.send(1, f.note());
  f.send(2, f.note());
  std::string said;
  try {
    f.db.round_trip();
  } catch (const store_failure& failed) {
    CHECK(failed.why.code == storage::errc::failed);
    said = failed.why.message;
  }
  CHECK(proxy.has_struck());
  CHECK_THAT(said, Catch::Matchers::ContainsSubstring("not as many as"));
  CHECK_THAT(said, Catch::Matchers::ContainsSubstring("try again"));
  CHECK(f.noted.empty());
  CHECK_FALSE(f.db.is_open());
  // The server has noticed that the connection is gone when it has dropped the transaction's lock.
  past.run("BEGIN");
  past.run("LOCK TABLE " + table);
  CHECK(past.count(table) == 0);
  past.run("COMMIT");
  f.db.open();
  CHECK(f.fetch(3) == 3);
}

TEST_CASE("a batch is done once although its answers are not as many as its questions") {
  const fault what = GENERATE(fault::one_less, fault::one_more);
  const int flight = GENERATE(1, 2);
  testing::manual_clock clock;
  support::proxy proxy(support::server_socket());
  const std::string schema = server::fresh_schema("counted");
  const auto open = [&](const std::string& dsn) {
    return testing::postgres_store::open(dsn, {.schema = schema}, clock).value();
  };
  const auto far_store = open("");
  const auto near_store = open("host=127.0.0.1 port=" + std::to_string(proxy.port()) +
                               " sslmode=disable gssencmode=disable");
  testing::storage_bench far(*far_store, clock);
  testing::storage_bench near(*near_store, clock);
  // With a key: one flight that reads, and one that writes and commits. All statements of it are
  // parsed before.
  storage::submit first = near.request(law_jobs::plain);
  first.key = "first";
  near.submit(first);
  storage::submit op = near.request(law_jobs::plain);
  op.key = "once";
  proxy.arm(what, flight);
  near_store->apply_one(op);
  CHECK(proxy.has_struck());
  storage::submit again = far.request(law_jobs::plain);
  again.key = op.key;
  const auto found = far.done(again);
  if (flight == 1) {
    // Nothing was sent that could have been stored.
    REQUIRE_FALSE(op.answer);
    CHECK(op.answer.error().code == storage::errc::failed);
    CHECK(found.created);
  } else {
    // What became of the commit was found out on another connection.
    REQUIRE(op.answer);
    CHECK(op.answer->created);
    CHECK_FALSE(found.created);
    CHECK(found.id == op.answer->id);
  }
  near.submit(law_jobs::plain);
  CHECK(support::broken_invariants_in(schema).empty());
}

}  // namespace
