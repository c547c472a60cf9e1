// SPDX-License-Identifier: BSL-1.0
// The server, asked and commanded past pawl.
#pragma once

#include <libpq-fe.h>

#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>

#include "../support/invariants.hpp"

namespace support {

/// A connection of the test's own.
class database {
 public:
  explicit database(const std::string& dsn = "") : db_(PQconnectdb(dsn.c_str())) {
    if (PQstatus(db_) != CONNECTION_OK) {
      const std::string why = PQerrorMessage(db_);
      PQfinish(db_);
      throw std::runtime_error(why);
    }
    PQsetNoticeProcessor(db_, [](void*, const char*) {}, nullptr);
  }
  database(const database&) = delete;
  database& operator=(const database&) = delete;
  ~database() { PQfinish(db_); }

  /// The first value of what is answered; empty if there is none.
  std::string ask(const std::string& sql) {
    PGresult* const answer = PQexec(db_, sql.c_str());
    const ExecStatusType how = PQresultStatus(answer);
    std::string value;
    if (how == PGRES_TUPLES_OK && PQntuples(answer) != 0) value = PQgetvalue(answer, 0, 0);
    const std::string why = PQresultErrorMessage(answer);
    PQclear(answer);
    if (how != PGRES_TUPLES_OK && how != PGRES_COMMAND_OK) throw std::runtime_error(why);
    return value;
  }

 private:
  PGconn* db_;
};

/// The invariants that do not hold in a schema.
inline std::vector<std::string> broken_invariants_in(const std::string& schema) {
  database db;
  db.ask("SET search_path TO \"" + schema + '"');
  std::vector<std::string> broken;
  for (const invariant& each : invariants)
    if (const std::string found = db.ask(each.violations); found != "0")
      broken.push_back(std::string(each.sentence) + ": " + found);
  return broken;
}

/// What pg_ctl is told, and does before this returns.
inline void command_server(const std::string& what) {
  const char* const control = std::getenv("PAWL_SERVER_CONTROL");
  if (control == nullptr) throw std::runtime_error("run this by with_server");
  const std::string command = std::string(control) + ' ' + what + " >/dev/null 2>&1";
  if (std::system(command.c_str()) != 0) throw std::runtime_error("pg_ctl failed: " + what);
}

/// Where the server listens.
inline std::string server_socket() {
  const char* const directory = std::getenv("PGHOST");
  if (directory == nullptr) throw std::runtime_error("run this by with_server");
  return std::string(directory) + "/.s.PGSQL.5432";
}

/// How much of a long test is done: all of it with PAWL_LONG_TESTS=1.
inline bool long_tests() { return std::getenv("PAWL_LONG_TESTS") != nullptr; }

}  // namespace support
