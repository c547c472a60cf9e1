// SPDX-License-Identifier: BSL-1.0
// Jobs inside the caller's own SQLite transactions: submitted there, and ended there.
#include <sqlite3.h>

#include "bench.hpp"

namespace {

using namespace runtime_test;
using pawl::storage::errc;

/// The application's own connection to the file that the jobs are in too.
class application {
 public:
  explicit application(const std::string& path) {
    REQUIRE(sqlite3_open(path.c_str(), &db_) == SQLITE_OK);
    run("CREATE TABLE IF NOT EXISTS invoices (number TEXT)");
  }
  application(const application&) = delete;
  application& operator=(const application&) = delete;
  ~application() { sqlite3_close(db_); }

  void run(const std::string& sql) {
    REQUIRE(sqlite3_exec(db_, sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK);
  }
  int invoices() {
    sqlite3_stmt* statement = nullptr;
    sqlite3_prepare_v2(db_, "SELECT count(*) FROM invoices", -1, &statement, nullptr);
    sqlite3_step(statement);
    const int count = sqlite3_column_int(statement, 0);
    sqlite3_finalize(statement);
    return count;
  }
  [[nodiscard]] sqlite3* db() const { return db_; }

 private:
  sqlite3* db_ = nullptr;
};

using file_bench = bench<report, on_sqlite>;

}  // namespace

TEST_CASE("a job submitted inside a transaction is there if and only if it is committed") {
  file_bench b;
  *b.handler.act = [](report::context&, report_input) -> report::outcome<report_output> {
    return report_output{};
  };
  application app(b.place.directory / "jobs.db");
  auto in = b.me.in(app.db());

  app.run("BEGIN IMMEDIATE; INSERT INTO invoices VALUES ('1')");
  const auto undone = in.submit<report>(alfki);
  REQUIRE(undone);
  app.run("ROLLBACK");
  CHECK(b.me.status(*undone).error().code == errc::not_found);

  app.run("BEGIN IMMEDIATE; INSERT INTO invoices VALUES ('1')");
  const auto done = in.submit<report>(alfki, {.key = "invoice-1"});
  REQUIRE(done);
  app.run("COMMIT");
  CHECK(app.invoices() == 1);
  CHECK(b.record(*done).state == "pending");
  b.jobs.notify();
  b.engine->run_until_idle();
  CHECK(b.record(*done).state == "succeeded");

  CHECK(in.submit<report>(alfki).error().code == errc::invalid);  // no transaction is open
}

TEST_CASE("whoever has the file locked by his own transaction is told, instead of waiting") {
  file_bench b;
  application app(b.place.directory / "jobs.db");
  auto in = b.me.in(app.db());
  app.run("BEGIN IMMEDIATE");
  REQUIRE(in.submit<report>(alfki));
  CHECK(b.me.submit<report>(alfki).error().code == errc::would_deadlock);
  app.run("COMMIT");
  CHECK(b.me.submit<report>(alfki).has_value());
}

TEST_CASE("a handler ends its job and does its work in one transaction") {
  file_bench b;
  bool commits = true;
  *b.handler.act = [&](report::context& ctx, report_input in) -> report::outcome<report_output> {
    application app(b.place.directory / "jobs.db");
    app.run("BEGIN IMMEDIATE; INSERT INTO invoices VALUES ('" + in.customer + "')");
    REQUIRE(ctx.complete_in(app.db(), report_output{"invoice"}));
    CHECK_FALSE(ctx.save(7));  // this would wait for the transaction that is open here
    app.run(commits ? "COMMIT" : "ROLLBACK");
    return pawl::settled;
  };
  const auto job = b.submit(alfki);
  b.engine->run_until_idle();
  CHECK(b.record(job).state == "succeeded");
  CHECK(b.me.result(job)->url == "invoice");
  CHECK(application(b.place.directory / "jobs.db").invoices() == 1);
  b.engine->maintain_once();
  CHECK(*b.handler.told == names{"success ALFKI invoice"});

  commits = false;
  const auto undone = b.submit(alfki);
  b.engine->run_until_idle();
  CHECK(b.record(undone).state == "dead_lettered");
  CHECK(b.record(undone).error->detail.find("not committed") != std::string::npos);
  CHECK(application(b.place.directory / "jobs.db").invoices() == 1);
  CHECK(b.engine->health().busy == 0);
}

TEST_CASE("a handler that has lost its lease cannot end its job in a transaction either") {
  file_bench b;
  *b.handler.act = [&](report::context& ctx, report_input) -> report::outcome<report_output> {
    // Nobody hears of us for longer than the lease, and somebody looks.
    b.clock.advance(61s);
    b.engine->maintain_once();
    application app(b.place.directory / "jobs.db");
    app.run("BEGIN IMMEDIATE");
    const auto late = ctx.complete_in(app.db(), report_output{"late"});
    CHECK(late.error().code == "lease_lost");
    app.run("ROLLBACK");
    return pawl::cancelled;
  };
  pawl::submit_options once;
  once.retry.max_attempts = 1;
  const auto job = b.submit(alfki, once);
  b.engine->run_until_idle();
  CHECK(b.record(job).error->code == "worker_lost");
}

TEST_CASE("a store that knows no such connection says so") {
  bench<report> b;
  *b.handler.act = [&](report::context& ctx, report_input) -> report::outcome<report_output> {
    int no_connection = 0;
    CHECK(ctx.complete_in(&no_connection, report_output{}).error().code == "invalid");
    return report_output{"as usual"};
  };
  const auto job = b.submit(alfki);
  b.engine->run_until_idle();
  CHECK(b.me.result(job)->url == "as usual");
}
