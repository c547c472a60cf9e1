// SPDX-License-Identifier: BSL-1.0
#include <pawl/storage/sqlite/open_transactions.hpp>

#include <chrono>
#include <future>
#include <memory>
#include <string>
#include <thread>

#include <pawl/job/id_source.hpp>
#include <pawl/job/type.hpp>
#include <pawl/storage/sqlite.hpp>

#include "../../examples/jobs/service.hpp"
#include "../support/catch.hpp"
#include "directory.hpp"

namespace {

using namespace pawl::storage;
using support::fresh_directory;

const pawl::job_descriptor& report_type = pawl::type_of<service_jobs::report_job>;

/// No call waits: a call that would wait for another transaction is refused as `busy` at once.
std::unique_ptr<pawl::storage::sqlite<>> open(const std::string& path) {
  auto opened = pawl::storage::sqlite<>::open(path, {.busy_wait = std::chrono::milliseconds{0}});
  REQUIRE(opened);
  const pawl::job_descriptor* const types[] = {&report_type};
  REQUIRE((*opened)->learn(types));
  return *std::move(opened);
}

submit one_job() {
  static pawl::id_source ids;
  return {.type = &report_type,
          .id = ids.next(pawl::system_clock{}.wall()),
          .who = {"acme", "ann", ""},
          .payload = R"({"customer":"ALFKI","year":2026})"};
}
/// Empty: the job was submitted.
std::string refusal(store& jobs) {
  submit op = one_job();
  jobs.apply_one(op);
  return op.answer ? "" : std::string(pawl::name_of(op.answer.error().code));
}
std::string refusal_of_another_thread(store& jobs) {
  return std::async(std::launch::async, [&] { return refusal(jobs); }).get();
}

class application {
 public:
  explicit application(const std::string& path) {
    REQUIRE(sqlite3_open(path.c_str(), &db_) == SQLITE_OK);
    run("PRAGMA synchronous = OFF");
  }
  application(const application&) = delete;
  application& operator=(const application&) = delete;
  ~application() { sqlite3_close_v2(db_); }

  void run(const char* sql) {
    REQUIRE(sqlite3_exec(db_, sql, nullptr, nullptr, nullptr) == SQLITE_OK);
  }
  /// As `session.in(connection).submit(…)`: the store leaves the connection when the call returns.
  bool submit_inside(store& jobs) {
    submit op = one_job();
    jobs.join(pawl::refer_to(db_))->apply(&op);
    return op.answer.has_value();
  }
  int close() { return sqlite3_close(std::exchange(db_, nullptr)); }
  [[nodiscard]] sqlite3* get() const { return db_; }

 private:
  sqlite3* db_ = nullptr;
};

}  // namespace

TEST_CASE("a commit that would wait for a transaction of the same thread is refused at once") {
  const fresh_directory directory;
  const auto jobs = open(directory / "app.db");
  const auto second = open(directory / "app.db");
  application app(directory / "app.db");

  app.run("BEGIN");
  REQUIRE(app.submit_inside(*jobs));
  CHECK(refusal(*jobs) == "would_deadlock");
  CHECK(refusal(*second) == "would_deadlock");
  // Another thread would wait for this one, and not for itself.
  CHECK(refusal_of_another_thread(*jobs) == "busy");
  REQUIRE(app.submit_inside(*jobs));
  app.run("COMMIT");
  CHECK(refusal(*jobs).empty());
  CHECK(jobs->count(scope::tenant("acme"))->in(pawl::phase::ready) == 3);
}

TEST_CASE("a thread is not refused any more when its transaction has ended in any way") {
  const fresh_directory directory;
  const auto jobs = open(directory / "app.db");
  application app(directory / "app.db");
  SECTION("by a rollback") {
    app.run("BEGIN");
    REQUIRE(app.submit_inside(*jobs));
    app.run("ROLLBACK");
  }
  SECTION("by the release of its outermost savepoint") {
    app.run("SAVEPOINT outermost");
    REQUIRE(app.submit_inside(*jobs));
    app.run("SAVEPOINT inner; ROLLBACK TO inner");
    CHECK(refusal(*jobs) == "would_deadlock");
    app.run("RELEASE outermost");
  }
  SECTION("by the end of its connection") {
    app.run("BEGIN");
    REQUIRE(app.submit_inside(*jobs));
    CHECK(app.close() == SQLITE_OK);
  }
  CHECK(refusal(*jobs).empty());
}

TEST_CASE("a thread that has left its connection to another one is not refused for its sake") {
  const fresh_directory directory;
  const auto jobs = open(directory / "app.db");
  application pooled(directory / "app.db");
  pooled.run("BEGIN");
  REQUIRE(pooled.submit_inside(*jobs));
  pooled.run("COMMIT");
  std::async(std::launch::async, [&] { pooled.run("BEGIN IMMEDIATE"); }).get();
  CHECK(refusal(*jobs) == "busy");
  pooled.run("ROLLBACK");
}

TEST_CASE("a transaction on another file is not in the way") {
  const fresh_directory directory;
  const auto jobs = open(directory / "app.db");
  const auto others = open(directory / "other.db");
  application app(directory / "other.db");
  app.run("BEGIN");
  REQUIRE(app.submit_inside(*others));
  CHECK(refusal(*others) == "would_deadlock");
  CHECK(refusal(*jobs).empty());
  app.run("COMMIT");
}

TEST_CASE("a transaction that no store has taken part in is named among what may hold the file") {
  const fresh_directory directory;
  const auto jobs = open(directory / "app.db");
  application app(directory / "app.db");
  app.run("BEGIN IMMEDIATE");
  submit op = one_job();
  jobs->apply_one(op);
  REQUIRE_FALSE(op.answer.has_value());
  CHECK(op.answer.error().code == errc::busy);
  CHECK(op.answer.error().message.find("or this program has a transaction of its own open") !=
        std::string::npos);
  app.run("ROLLBACK");
}

TEST_CASE("a caller can close a connection while a store is joined with it") {
  const fresh_directory directory;
  const auto jobs = open(directory / "app.db");
  application app(directory / "app.db");
  const auto in = jobs->join(pawl::refer_to(app.get()));
  app.run("BEGIN");
  submit op = one_job();
  in->apply(&op);
  REQUIRE(op.answer.has_value());
  app.run("COMMIT");
  CHECK(app.close() == SQLITE_OK);
  CHECK(refusal(*jobs).empty());
}

TEST_CASE("a commit does not wait for a joined connection that another thread is closing") {
  const fresh_directory directory;
  const auto jobs = open(directory / "app.db");
  application app(directory / "app.db");
  std::promise<void> joined;
  std::promise<void> locked;
  auto answer = std::async(std::launch::async, [&] {
    const auto in = jobs->join(pawl::refer_to(app.get()));
    app.run("BEGIN");
    REQUIRE(app.submit_inside(*jobs));
    app.run("COMMIT");
    joined.set_value();
    locked.get_future().wait();
    return refusal(*jobs);
  });
  joined.get_future().wait();
  // sqlite3_close holds this mutex while it destroys the virtual table's module.
  sqlite3_mutex* const of_connection = sqlite3_db_mutex(app.get());
  REQUIRE(of_connection != nullptr);
  sqlite3_mutex_enter(of_connection);
  locked.set_value();
  CHECK(answer.wait_for(std::chrono::seconds{60}) == std::future_status::ready);
  sqlite3_mutex_leave(of_connection);
  CHECK(answer.get().empty());
}
