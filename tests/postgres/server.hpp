// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <libpq-fe.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

/// What tests say to the server themselves, on connections of their own.
namespace server {

class connection {
 public:
  explicit connection(const std::string& dsn = {}) : db_(PQconnectdb(dsn.c_str())) {
    if (PQstatus(db_) != CONNECTION_OK) throw std::runtime_error(PQerrorMessage(db_));
    PQsetNoticeProcessor(db_, [](void*, const char*) {}, nullptr);
  }
  connection(const connection&) = delete;
  connection& operator=(const connection&) = delete;
  ~connection() { PQfinish(db_); }

  /// The first value that a statement answers with; empty if there is none. Throws what it says if
  /// it fails.
  std::string run(const std::string& sql) {
    PGresult* const answer = PQexec(db_, sql.c_str());
    const ExecStatusType how = PQresultStatus(answer);
    const std::string message = PQresultErrorMessage(answer);
    std::string value;
    if (how == PGRES_TUPLES_OK && PQntuples(answer) > 0) value = PQgetvalue(answer, 0, 0);
    PQclear(answer);
    if (how != PGRES_TUPLES_OK && how != PGRES_COMMAND_OK) throw std::runtime_error(message);
    return value;
  }
  int count(const std::string& from) { return std::stoi(run("SELECT count(*) FROM " + from)); }
  [[nodiscard]] PGconn* get() const { return db_; }

 private:
  PGconn* db_;
};

/// Lines of the server's log with these words in them. `with_server` keeps the log beside the
/// program that controls the server.
inline int lines_of_the_log(const std::string& words) {
  const char* const control = std::getenv("PAWL_SERVER_CONTROL");
  if (control == nullptr) throw std::runtime_error("the tests run by with_server");
  std::ifstream log(std::filesystem::path(control).parent_path() / "log");
  if (!log) throw std::runtime_error("the server's log cannot be read");
  int found = 0;
  for (std::string line; std::getline(log, line);)
    found += line.find(words) != std::string::npos ? 1 : 0;
  return found;
}

/// A schema that no other test has.
inline std::string fresh_schema(const std::string& what) {
  static int made = 0;
  return what + '_' + std::to_string(::getpid()) + '_' + std::to_string(++made);
}

}  // namespace server
