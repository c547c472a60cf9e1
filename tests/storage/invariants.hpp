// SPDX-License-Identifier: BSL-1.0
// The invariants, asked of a SQLite file.
#pragma once

#include <sqlite3.h>

#include <string>
#include <vector>

#include "../support/invariants.hpp"

namespace support {

/// The first value that a SQLite file answers a statement with; or why it does not.
inline std::string answer_of(const std::string& path, const char* sql) {
  sqlite3* db = nullptr;
  sqlite3_open_v2(path.c_str(), &db, SQLITE_OPEN_READWRITE, nullptr);
  sqlite3_busy_timeout(db, 5000);
  std::string value;
  const int code = sqlite3_exec(
      db, sql,
      [](void* out, int, char** columns, char**) {
        *static_cast<std::string*>(out) = columns[0] == nullptr ? "" : columns[0];
        return 0;
      },
      &value, nullptr);
  if (code != SQLITE_OK) value = sqlite3_errmsg(db);
  sqlite3_close_v2(db);
  return value;
}

/// The sentences that do not hold in a file; `integrity_check` is one of them.
inline std::vector<std::string> broken_invariants(const std::string& path) {
  std::vector<std::string> broken;
  if (const std::string found = answer_of(path, "PRAGMA integrity_check"); found != "ok")
    broken.push_back("the database is whole: " + found);
  for (const invariant& each : invariants)
    if (const std::string found = answer_of(path, each.violations); found != "0")
      broken.push_back(std::string(each.sentence) + ": " + found);
  return broken;
}

}  // namespace support
