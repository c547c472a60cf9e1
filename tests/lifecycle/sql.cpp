// SPDX-License-Identifier: BSL-1.0
#include <pawl/lifecycle/sql.hpp>

#include <sqlite3.h>

#include <memory>
#include <string>

#include <pawl/lifecycles/deck.hpp>
#include <pawl/lifecycles/video.hpp>

#include "support/catch.hpp"

namespace {

namespace sql = pawl::sql;
using pawl::lifecycles::deck;
using pawl::lifecycles::video;

std::string string(pawl::text t) { return {t.data(), t.size()}; }

/// A database in memory, with a guarded table of jobs and the transitions of two lifecycles.
class database {
 public:
  database() {
    sqlite3* opened = nullptr;
    REQUIRE(sqlite3_open(":memory:", &opened) == SQLITE_OK);
    handle_.reset(opened);
    for (pawl::text statement : {sql::transitions_table<sql::dialect::sqlite>(),
                                 sql::transition_rows<deck>(), sql::transition_rows<video>(),
                                 pawl::text("CREATE TABLE jobs (id integer PRIMARY KEY, lifecycle "
                                            "text NOT NULL, state text NOT NULL)"),
                                 sql::guard_trigger<sql::dialect::sqlite, "jobs">()})
      REQUIRE(run(string(statement)) == "");
  }

  /// The error of a statement; empty if there was none.
  std::string run(const std::string& statement) {
    char* error = nullptr;
    sqlite3_exec(handle_.get(), statement.c_str(), nullptr, nullptr, &error);
    std::string said = error == nullptr ? "" : error;
    sqlite3_free(error);
    return said;
  }

  int count(const std::string& query) {
    int found = -1;
    const auto read = [](void* out, int, char** columns, char**) {
      *static_cast<int*>(out) = std::stoi(columns[0]);
      return 0;
    };
    REQUIRE(sqlite3_exec(handle_.get(), query.c_str(), read, &found, nullptr) == SQLITE_OK);
    return found;
  }

 private:
  struct closer {
    void operator()(sqlite3* db) const { sqlite3_close(db); }
  };
  std::unique_ptr<sqlite3, closer> handle_;
};

template <class L>
void refuses_what_the_compiler_refuses(database& db, const std::string& lifecycle) {
  for (auto from : pawl::states<L>())
    for (auto to : pawl::states<L>()) {
      const std::string a = string(pawl::name_of(from));
      const std::string b = string(pawl::name_of(to));
      REQUIRE(db.run("DELETE FROM jobs") == "");
      REQUIRE(db.run("INSERT INTO jobs VALUES (1, '" + lifecycle + "', '" + a + "')") == "");
      bool allowed = from == to;
      for (auto on : pawl::events<L>())
        allowed = allowed || pawl::detail::may_lead_to<L>(from, on, to);
      INFO(lifecycle << ": " << a << " -> " << b);
      const std::string error = db.run("UPDATE jobs SET state = '" + b + "'");
      CHECK(error == (allowed ? "" : "pawl: the lifecycle forbids this transition"));
      CHECK(db.count("SELECT count(*) FROM jobs WHERE state = '" + (allowed ? b : a) + "'") == 1);
    }
}

TEST_CASE("SQLite refuses exactly the transitions that the compiler refuses") {
  database db;
  refuses_what_the_compiler_refuses<deck>(db, "deck");
  refuses_what_the_compiler_refuses<video>(db, "video");
}

TEST_CASE("an update that does not touch the state passes the guard") {
  database db;
  REQUIRE(db.run("INSERT INTO jobs VALUES (1, 'deck', 'succeeded')") == "");
  CHECK(db.run("UPDATE jobs SET id = 2, state = 'succeeded'") == "");
}

TEST_CASE("a job of an unknown lifecycle cannot move") {
  database db;
  REQUIRE(db.run("INSERT INTO jobs VALUES (1, 'nobody', 'pending')") == "");
  CHECK(db.run("UPDATE jobs SET state = 'running'") != "");
}

TEST_CASE("all statements can be run again") {
  database db;
  const int before = db.count("SELECT count(*) FROM pawl_transitions");
  CHECK(db.run(string(sql::transitions_table<sql::dialect::sqlite>())) == "");
  CHECK(db.run(string(sql::transition_rows<deck>())) == "");
  CHECK(db.run(string(sql::guard_trigger<sql::dialect::sqlite, "jobs">())) == "");
  CHECK(db.count("SELECT count(*) FROM pawl_transitions") == before);
}

TEST_CASE("a column check holds the states of one lifecycle") {
  STATIC_REQUIRE(sql::check<deck>() ==
                 "CHECK (state IN ('pending', 'running', 'succeeded', 'failed', 'canceled'))");
  database db;
  REQUIRE(db.run("CREATE TABLE one (status text " + string(sql::check<deck, "status">()) + ")") ==
          "");
  CHECK(db.run("INSERT INTO one VALUES ('running')") == "");
  CHECK(db.run("INSERT INTO one VALUES ('RUNNING')") != "");
  CHECK(db.run("INSERT INTO one VALUES ('paused')") != "");
}

struct quoting : pawl::lifecycle {
  static constexpr pawl::text name = "o'clock";
  struct names {
    enum class state : unsigned char { open, closed };
    static constexpr pawl::text spelled[] = {"it's open", "closed'); DROP TABLE jobs; --"};
    friend constexpr const auto& pawl_names(state) { return spelled; }
  };
  using state = names::state;
  enum class event { close };
  static constexpr auto table = transitions(kinds(dormant(state::open), success(state::closed)),
                                            state::open + on(event::close) = state::closed);
};

TEST_CASE("names are quoted, whatever they hold") {
  database db;
  const int before = db.count("SELECT count(*) FROM pawl_transitions");
  CHECK(db.run(string(sql::transition_rows<quoting>())) == "");
  CHECK(db.count("SELECT count(*) FROM pawl_transitions") == before + 1);
  CHECK(db.count("SELECT count(*) FROM pawl_transitions WHERE from_state = 'it''s open'") == 1);
  CHECK(db.count("SELECT count(*) FROM jobs") == 0);
}

}  // namespace
