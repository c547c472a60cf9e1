// SPDX-License-Identifier: BSL-1.0
// Jobs inside the caller's own SQLite transactions: submitted there, and ended there.
#include <sqlite3.h>

#include "transactions.hpp"

namespace {

using namespace runtime_test;
namespace same = callers_transactions;

/// A file that the application's own tables are in, too.
struct in_a_file : on_sqlite {
  /// The application's own connection to it.
  class application {
   public:
    explicit application(const in_a_file& place) {
      REQUIRE(sqlite3_open((place.directory / "jobs.db").c_str(), &db_) == SQLITE_OK);
      run("CREATE TABLE IF NOT EXISTS invoices (number TEXT)");
    }
    application(const application&) = delete;
    application& operator=(const application&) = delete;
    ~application() { sqlite3_close(db_); }

    void begin() { run("BEGIN IMMEDIATE"); }
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
};

}  // namespace

TEST_CASE("a job submitted inside a transaction is there if and only if it is committed") {
  same::a_job_is_there_if_and_only_if_it_is_committed<in_a_file>();
}

TEST_CASE("what is submitted inside a transaction is counted if it is committed", "[DECK-18]") {
  same::only_what_is_committed_is_counted<in_a_file>();
}

TEST_CASE("a caller whose own transaction locks the file is told, instead of waiting") {
  same::a_caller_who_would_wait_for_itself_is_told<in_a_file>();
}

TEST_CASE("what a handler submits with an end inside its transaction is in it") {
  same::what_is_submitted_with_an_end_is_in_its_transaction<in_a_file>();
}

TEST_CASE("a handler ends its job and does its work in one transaction") {
  same::a_handler_ends_its_job_and_does_its_work_in_one<in_a_file>();
}

TEST_CASE("a handler that has lost its lease cannot end its job in a transaction either") {
  same::a_handler_that_has_lost_its_lease_cannot_end_its_job<in_a_file>();
}

TEST_CASE("after a transaction that was rolled back a handler goes on as before") {
  same::after_a_rollback_a_handler_goes_on_as_before<in_a_file>();
}

TEST_CASE("after a refused complete_in a handler goes on as before, and settled is a failure") {
  same::after_a_refusal_a_handler_goes_on_as_before<in_a_file>();
}

TEST_CASE("a store that knows no such connection says so") {
  bench<report> b;
  *b.handler.act = [&](report::context& ctx, report_input) -> report::outcome<report_output> {
    struct stranger {
    } no_connection;
    CHECK(ctx.complete_in(&no_connection, report_output{}).error().code == "invalid");
    return report_output{"as usual"};
  };
  const auto job = b.submit(alfki);
  b.engine->run_until_idle();
  CHECK(b.me.result(job)->url == "as usual");
}
