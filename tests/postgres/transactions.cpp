// SPDX-License-Identifier: BSL-1.0
// Jobs inside the caller's own PostgreSQL transactions: what SQLite's callers have, and what only
// many writers have.
#include <future>

#include <pawl/client.hpp>
#include <pawl/testing/postgres_store.hpp>
#include <pawl/transport/postgres_notify.hpp>

#include "../runtime/transactions.hpp"
#include "server.hpp"

namespace {

using namespace runtime_test;
namespace same = callers_transactions;
namespace storage = pawl::storage;
using storage::errc;

/// A schema that the application's own tables are in, too.
struct in_a_schema {
  using store = pawl::testing::postgres_store;
  std::string schema = server::fresh_schema("callers");

  std::unique_ptr<store> make(const manual_clock& clock) const {
    auto opened = store::open("", {.schema = schema}, clock);
    if (!opened) throw std::runtime_error(describe(opened.error()));
    return *std::move(opened);
  }

  class application {
   public:
    explicit application(const in_a_schema& place) : schema_(place.schema) {
      connection_.run("SET search_path TO " + schema_);
      connection_.run("CREATE TABLE IF NOT EXISTS invoices (number text)");
    }
    void begin() { run("BEGIN"); }
    void run(const std::string& sql) { connection_.run(sql); }
    int invoices() { return connection_.count("invoices"); }
    [[nodiscard]] PGconn* db() const { return connection_.get(); }

   private:
    std::string schema_;
    server::connection connection_{};
  };
};

}  // namespace

TEST_CASE("a job submitted inside a transaction is there if and only if it is committed") {
  same::a_job_is_there_if_and_only_if_it_is_committed<in_a_schema>();
}

TEST_CASE("what is submitted inside a transaction is counted if it is committed", "[DECK-18]") {
  same::only_what_is_committed_is_counted<in_a_schema>();
}

TEST_CASE("a caller whose own transaction uses the store is told, instead of waiting") {
  same::a_caller_who_would_wait_for_itself_is_told<in_a_schema>();
}

TEST_CASE("what a handler submits with an end inside its transaction is in it") {
  same::what_is_submitted_with_an_end_is_in_its_transaction<in_a_schema>();
}

TEST_CASE("a handler ends its job and does its work in one transaction") {
  same::a_handler_ends_its_job_and_does_its_work_in_one<in_a_schema>();
}

TEST_CASE("a handler that has lost its lease cannot end its job in a transaction either") {
  same::a_handler_that_has_lost_its_lease_cannot_end_its_job<in_a_schema>();
}

TEST_CASE("after a transaction that was rolled back a handler goes on as before") {
  same::after_a_rollback_a_handler_goes_on_as_before<in_a_schema>();
}

TEST_CASE("after a refused complete_in a handler goes on as before, and settled is a failure") {
  same::after_a_refusal_a_handler_goes_on_as_before<in_a_schema>();
}

namespace {

/// Applies one operation inside a caller's transaction.
template <class Operation>
auto apply_in(storage::joined_transaction& in, Operation op) {
  in.apply(&op);
  return op.answer;
}

}  // namespace

TEST_CASE("inside a caller's transaction whatever would wait for it is refused") {
  bench<report, in_a_schema> b;
  in_a_schema::application app(b.place);
  const auto in = b.jobs.store().join(pawl::refer_to(app.db()));
  app.begin();
  CHECK(apply_in(*in, storage::cancel{storage::scope::tenant("acme"), {}, ""}).error().code ==
        errc::would_deadlock);
  app.run("ROLLBACK");
}

TEST_CASE("a connection to another database, or in another mode, is refused") {
  bench<report, in_a_schema> b;
  const std::string other = server::fresh_schema("elsewhere");
  server::connection psql;
  psql.run("CREATE DATABASE " + other);
  {
    server::connection elsewhere("dbname=" + other);
    auto in = b.me.in(elsewhere.get());
    elsewhere.run("BEGIN");
    CHECK(in.submit<report>(alfki).error().code == errc::not_a_store);
    elsewhere.run("ROLLBACK");
    // Also if there is a store of the same name.
    const auto twin =
        pawl::testing::postgres_store::open("dbname=" + other, {.schema = b.place.schema}, b.clock);
    REQUIRE(twin);
    elsewhere.run("BEGIN");
    CHECK(in.submit<report>(alfki).error().code == errc::not_a_store);
    elsewhere.run("ROLLBACK");
  }
  psql.run("DROP DATABASE " + other);

  in_a_schema::application app(b.place);
  auto in = b.me.in(app.db());
  app.begin();
  CHECK_THROWS(app.run("SELECT 1 / 0"));
  CHECK(in.submit<report>(alfki).error().code == errc::invalid);  // it has failed
  app.run("ROLLBACK");
  app.begin();
  REQUIRE(PQenterPipelineMode(app.db()) == 1);
  CHECK(in.submit<report>(alfki).error().code == errc::invalid);
  REQUIRE(PQexitPipelineMode(app.db()) == 1);
  CHECK(in.submit<report>(alfki).has_value());
  app.run("COMMIT");
}

TEST_CASE("what fails inside a caller's transaction leaves it as it was") {
  bench<report, in_a_schema> b;
  in_a_schema::application first(b.place);
  in_a_schema::application second(b.place);
  auto in_first = b.me.in(first.db());
  auto in_second = b.me.in(second.db());
  first.begin();
  REQUIRE(in_first.submit<report>(alfki));
  second.begin();
  second.run("INSERT INTO invoices VALUES ('2')");
  second.run("SET LOCAL lock_timeout = 1");  // it would wait for the first one to end
  CHECK(in_second.submit<report>(alfki).error().code == errc::busy);
  first.run("COMMIT");
  const auto job = in_second.submit<report>(alfki);
  REQUIRE(job);
  second.run("COMMIT");
  CHECK(second.invoices() == 1);
  CHECK(b.record(*job).state == "pending");
}

TEST_CASE("a caller's own commit announces nothing; notify does, of a service and of a client") {
  const std::string schema = server::fresh_schema("told");
  struct twice : pawl::job<"told.twice", pawl::lifecycles::service> {
    outcome<int> operator()(context&, int in) const { return 2 * in; }
  };
  using store = storage::postgres<>;
  pawl::service jobs{store::open("", {.schema = schema}).value(), twice{}};
  REQUIRE(jobs.start({.poll = std::chrono::hours{1}}));
  pawl::client elsewhere{store::open("", {.schema = schema}).value(), pawl::jobs<twice>{}};

  // The sign that a third process is given afterwards would have come behind an announcement.
  pawl::transport::postgres_notify ear({.dsn = "", .channel = schema});
  auto wait_for_all = [&, signs = 0]() mutable {
    const std::chrono::milliseconds sign{1'000'000 - ++signs};
    server::connection psql;
    psql.run("SELECT pg_notify('" + schema + "', 'x  " + std::to_string(sign.count()) + " 1')");
    for (auto due = ear.due(); due != sign; due = ear.due())
      static_cast<void>(ear.wait_for_work(1h, due));
    return ear.news();
  };
  static_cast<void>(ear.wait_for_work(1h, ear.due()));

  server::connection app;
  const auto submit_in_own = [&](auto& through, int input) {
    auto in = through.as({.tenant = "acme", .user = "ann"}).in(app.get());
    app.run("BEGIN");
    const auto job = in.template submit<twice>(input);
    REQUIRE(job);
    app.run("COMMIT");
    return *job;
  };
  auto me = jobs.as({.tenant = "acme", .user = "ann"});
  const auto has_run = [&](const auto& job, int input) {
    const auto product = me.result(job, 60s);
    return product && *product == 2 * input;
  };
  const auto before = wait_for_all();
  const auto first = submit_in_own(jobs, 1);
  const auto second = submit_in_own(elsewhere, 2);
  CHECK(wait_for_all() == before);
  CHECK(me.status(second)->state == "pending");
  jobs.notify();
  CHECK(has_run(first, 1));
  CHECK(has_run(second, 2));
  const auto third = submit_in_own(elsewhere, 3);
  elsewhere.notify();
  CHECK(has_run(third, 3));
}
