// SPDX-License-Identifier: BSL-1.0
// How it is found out whether a commit has happened, on connections that the test holds itself.
#include <unistd.h>

#include <optional>

#include <pawl/storage/postgres.hpp>
#include <pawl/storage/postgres/commit_mark.hpp>
#include <pawl/testing/postgres_store.hpp>

#include "database.hpp"
#include "support/catch.hpp"

namespace {

using namespace pawl;
using storage::detail::pg_commit_mark;
using storage::detail::pg_conflict;
using storage::detail::pg_connection;
using storage::detail::pg_lost;

struct fixture {
  storage::postgres_options options{
      .schema = "mark_" + std::to_string(::getpid()) + '_' + std::to_string(++made),
      .deadline = std::chrono::milliseconds{2000}};
  std::unique_ptr<testing::postgres_store> tables =
      testing::postgres_store::open("", options).value();
  pg_connection db{"", options};
  pg_commit_mark mark{db};
  static inline int made = 0;

  fixture() { db.open(); }
  void begin_and_mark() {
    db.begin_deadline();
    db.begin();
    mark.send();
  }
  /// The connection is lost to the store, and the server has not noticed.
  PGconn* lose() {
    auto* const zombie = db.get();
    db.abandon();
    db.begin_deadline();
    db.open();
    return zombie;
  }
  /// What the network has held back arrives.
  static bool commits(PGconn* zombie) {
    PQsendQueryParams(zombie, "COMMIT", 0, nullptr, nullptr, nullptr, nullptr, 0);
    PQpipelineSync(zombie);
    PQsetnonblocking(zombie, 0);
    bool committed = false;
    for (int nothing = 0; nothing < 2;) {
      PGresult* const each = PQgetResult(zombie);
      if (each == nullptr) {
        ++nothing;
        continue;
      }
      nothing = 0;
      const ExecStatusType how = PQresultStatus(each);
      committed = committed || std::string_view(PQcmdStatus(each)) == "COMMIT";
      PQclear(each);
      if (how == PGRES_PIPELINE_SYNC) break;
    }
    PQfinish(zombie);
    return committed;
  }
};

TEST_CASE("a commit whose answer was lost is found to have happened") {
  fixture f;
  for (int i = 0; i < 3; ++i) {
    f.begin_and_mark();
    REQUIRE(f.mark.is_in_doubt());
    CHECK(f.commits(f.lose()));
    CHECK(f.mark.find_out());
    CHECK_FALSE(f.mark.is_in_doubt());
  }
  // And the next batch goes on from there.
  f.begin_and_mark();
  f.db.commit();
  f.mark.know_committed();
}

TEST_CASE("a commit that has not happened cannot happen once that was found out") {
  fixture f;
  for (int i = 0; i < 3; ++i) {
    f.begin_and_mark();
    PGconn* const zombie = f.lose();
    CHECK_FALSE(f.mark.find_out());
    CHECK_FALSE(f.commits(zombie));
    f.begin_and_mark();
    f.db.commit();
    f.mark.know_committed();
  }
}

TEST_CASE("a commit that is under way is waited for, and stays in doubt if that takes too long") {
  fixture f;
  f.begin_and_mark();
  f.db.flush();
  f.db.round_trip();  // it has its row, and nothing is committed
  PGconn* const zombie = f.lose();
  // Nobody ends the transaction: the server loses its patience. Whether it does so before it tires
  // of our question, or we of its silence, is a race of three equal times; each may win.
  const auto is_committed = [&]() -> std::optional<bool> {
    try {
      return f.mark.find_out();
    } catch (const pg_conflict&) {
      f.db.roll_back();
      f.db.begin_deadline();
    } catch (const pg_lost&) {
      f.db.begin_deadline();
      f.db.open();
    }
    return std::nullopt;
  };
  std::optional<bool> answer;
  for (int tries = 0; tries < 10 && !(answer = is_committed()); ++tries) {
    REQUIRE(f.mark.is_in_doubt());
  }
  CHECK(answer == false);
  CHECK_FALSE(f.commits(zombie));
}

TEST_CASE("a store that was put back to an earlier state goes on") {
  testing::manual_clock clock;
  const std::string schema = "restored_" + std::to_string(::getpid());
  const auto store = testing::postgres_store::open("", {.schema = schema}, clock).value();
  const auto enrols = [&] {
    storage::enrol op{"a worker"};
    store->apply_one(op);
    return op.answer.has_value();
  };
  REQUIRE(enrols());
  REQUIRE(enrols());
  support::database().ask("UPDATE " + schema + ".pawl_writers SET mark = mark - 1");
  CHECK(enrols());
  support::database().ask("DELETE FROM " + schema + ".pawl_writers");
  CHECK(enrols());
  CHECK(store->counts().in_doubt == 0);
}

TEST_CASE("a store that ends leaves no mark behind") {
  const std::string schema = "ended_" + std::to_string(::getpid());
  {
    const auto store = testing::postgres_store::open("", {.schema = schema}).value();
    storage::enrol op{"a worker"};
    store->apply_one(op);
    REQUIRE(op.answer);
    CHECK(support::database().ask("SELECT count(*) FROM " + schema + ".pawl_writers") == "1");
  }
  CHECK(support::database().ask("SELECT count(*) FROM " + schema + ".pawl_writers") == "0");
}

}  // namespace
