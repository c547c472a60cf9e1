// SPDX-License-Identifier: BSL-1.0
// What a submission inside a caller's own transaction leaves behind when it fails: a connection
// that can be used, or one that says that it is broken.
#include <poll.h>

#include <latch>
#include <thread>

#include <pawl/storage/postgres.hpp>
#include <pawl/testing/postgres_store.hpp>
#include <pawl/testing/storage/bench.hpp>

#include "database.hpp"
#include "proxy.hpp"
#include "server.hpp"
#include "support/catch.hpp"

namespace {

using namespace pawl;
using storage::errc;
namespace law_jobs = testing::law_jobs;

/// A store, and callers with connections of their own that submit by keys. Two transactions with
/// one key wait for each other.
struct fixture {
  explicit fixture(std::chrono::milliseconds deadline = std::chrono::seconds{4})
      : store(testing::postgres_store::open("", {.schema = schema, .deadline = deadline}, clock)
                  .value()),
        on(*store, clock) {
    psql.run("CREATE TABLE " + schema + ".invoices (number text)");
    on.submit(law_jobs::plain);  // all names are known from here on
  }

  std::string schema = server::fresh_schema("callers");
  testing::manual_clock clock{};
  server::connection psql{};
  std::unique_ptr<testing::postgres_store> store;
  testing::storage_bench on;

  storage::submit request(const std::string& key) {
    storage::submit op = on.request(law_jobs::plain);
    op.key = key;
    return op;
  }
  int invoices() { return psql.count(schema + ".invoices"); }
};

/// An application's connection, and the store's part of what it does.
struct caller {
  explicit caller(fixture& of, const std::string& dsn = "")
      : on(of), db(dsn), in(of.store->join(refer_to(db.get()))) {}

  /// What a submission is refused with; nothing if it is done.
  std::optional<storage::error> submit(storage::submit op) {
    in->apply(&op);
    if (op.answer) return std::nullopt;
    return op.answer.error();
  }
  std::optional<storage::error> submit(const std::string& key) { return submit(on.request(key)); }
  void insert() { db.run("INSERT INTO " + on.schema + ".invoices VALUES ('1')"); }
  /// It is as the caller has left it.
  void check_that_it_is_usable() {
    CHECK(PQstatus(db.get()) == CONNECTION_OK);
    CHECK(PQpipelineStatus(db.get()) == PQ_PIPELINE_OFF);
    CHECK(PQisnonblocking(db.get()) == 0);
    CHECK(PQtransactionStatus(db.get()) == PQTRANS_INTRANS);
  }
  /// A pool that looks at it gives it to nobody; and it can be made anew.
  void check_that_it_is_broken() {
    CHECK(PQstatus(db.get()) == CONNECTION_BAD);
    PQreset(db.get());
    CHECK(PQstatus(db.get()) == CONNECTION_OK);
    CHECK(PQpipelineStatus(db.get()) == PQ_PIPELINE_OFF);
    CHECK(PQisnonblocking(db.get()) == 0);
    db.run("BEGIN");
    insert();
    CHECK_FALSE(submit("after-a-reset"));
    db.run("COMMIT");
  }

  fixture& on;
  server::connection db;
  std::unique_ptr<storage::joined_transaction> in;
};

TEST_CASE("a caller that has waited too long for another's transaction keeps its connection") {
  fixture f;
  caller first(f);
  caller second(f);
  first.db.run("BEGIN");
  REQUIRE_FALSE(first.submit("shared"));
  second.db.run("BEGIN");
  second.insert();
  const auto why = second.submit("shared");
  REQUIRE(why);
  CHECK(why->code == errc::busy);
  second.check_that_it_is_usable();
  // Its transaction goes on as if nothing had been asked for.
  second.insert();
  CHECK_FALSE(second.submit("its-own"));
  first.db.run("COMMIT");
  CHECK_FALSE(second.submit("shared"));
  second.db.run("COMMIT");
  CHECK(f.invoices() == 2);
  CHECK(support::broken_invariants_in(f.schema).empty());
}

TEST_CASE("the limits of a caller hold for what it submits, and are as they were afterwards") {
  fixture f(std::chrono::seconds{60});
  caller first(f);
  caller second(f);
  first.db.run("BEGIN");
  REQUIRE_FALSE(first.submit("shared"));
  for (const char* const limit : {"lock_timeout", "statement_timeout"}) {
    CAPTURE(limit);
    second.db.run("BEGIN");
    second.insert();
    second.db.run(std::string("SET LOCAL ") + limit + " = 300");
    const auto why = second.submit("shared");
    REQUIRE(why);
    CHECK(why->code == errc::busy);
    second.check_that_it_is_usable();
    CHECK(second.db.run(std::string("SHOW ") + limit) == "300ms");
    second.db.run("COMMIT");
  }
  first.db.run("COMMIT");
  CHECK(f.invoices() == 2);

  // Also where nothing fails.
  for (const char* const setting : {"0", "90s", "700ms", "3h"}) {
    second.db.run("BEGIN");
    second.db.run(std::string("SET LOCAL statement_timeout = '") + setting + "'");
    const std::string before = second.db.run("SHOW statement_timeout");
    static_cast<void>(second.submit(std::string("under-") + setting));
    second.check_that_it_is_usable();
    CHECK(second.db.run("SHOW statement_timeout") == before);
    second.db.run("COMMIT");
  }
}

TEST_CASE("callers that wait for each other keep their connections, and both get through") {
  fixture f(std::chrono::seconds{60});
  std::latch both_hold_one(2);
  std::atomic<int> refused{0};
  std::atomic<int> unusable{0};
  // Asserted when both are done: Catch2's assertions are for one thread.
  const auto run = [&](const std::string& one, const std::string& other) {
    caller me(f);
    storage::submit of_one;
    storage::submit of_other;
    {
      static std::mutex ids;
      const std::scoped_lock lock(ids);
      of_one = f.request(one);
      of_other = f.request(other);
    }
    for (int tries = 0;; ++tries) {
      me.db.run("BEGIN");
      me.insert();
      auto why = me.submit(of_one);
      if (tries == 0) both_hold_one.arrive_and_wait();
      if (!why) why = me.submit(of_other);
      if (PQstatus(me.db.get()) != CONNECTION_OK ||
          PQpipelineStatus(me.db.get()) != PQ_PIPELINE_OFF ||
          PQtransactionStatus(me.db.get()) != PQTRANS_INTRANS)
        ++unusable;
      me.db.run(why ? "ROLLBACK" : "COMMIT");
      if (!why) return;
      ++refused;
      if (why->code != errc::busy) ++unusable;
    }
  };
  std::thread first([&] { run("a", "b"); });
  std::thread second([&] { run("b", "a"); });
  first.join();
  second.join();
  CHECK(refused >= 1);
  CHECK(unusable == 0);
  CHECK(f.invoices() == 2);
  CHECK(support::broken_invariants_in(f.schema).empty());
}

TEST_CASE("a caller whose connection the server has ended is told so, and can make it anew") {
  fixture f;
  caller me(f);
  me.db.run("BEGIN");
  me.insert();
  f.psql.run("SELECT pg_terminate_backend(" + std::to_string(PQbackendPID(me.db.get())) +
             ", 60000)");
  const auto why = me.submit("lost");
  REQUIRE(why);
  CHECK(why->code == errc::busy);
  CHECK(why->message.find("the transaction is lost with its connection") != std::string::npos);
  me.check_that_it_is_broken();
  CHECK(f.invoices() == 1);
}

TEST_CASE("a caller whose server is silent is told that its connection is broken") {
  fixture f(std::chrono::seconds{2});
  support::proxy proxy(support::server_socket());
  const int flight = GENERATE(1, 2, 3);
  CAPTURE(flight);
  caller me(f, "host=127.0.0.1 port=" + std::to_string(proxy.port()) +
                   " sslmode=disable gssencmode=disable");
  me.db.run("BEGIN");
  me.insert();
  proxy.arm(support::fault::silence_before, flight);
  const auto why = me.submit("lost");
  CHECK(proxy.has_struck());
  REQUIRE(why);
  CHECK(why->code == errc::busy);
  CHECK(why->message.find("the transaction is lost with its connection") != std::string::npos);
  proxy.heal();
  me.check_that_it_is_broken();
  CHECK(f.invoices() == 1);
}

}  // namespace
