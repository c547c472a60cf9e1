// SPDX-License-Identifier: BSL-1.0
// The invariants, asked of a SQLite file.
#pragma once

#include <sqlite3.h>

#include <string>
#include <vector>

#include "../support/invariants.hpp"

namespace support {

/// The sentences that do not hold in a file; `integrity_check` is one of them.
inline std::vector<std::string> broken_invariants(const std::string& path) {
  std::vector<std::string> broken;
  sqlite3* db = nullptr;
  sqlite3_open_v2(path.c_str(), &db, SQLITE_OPEN_READWRITE, nullptr);
  sqlite3_busy_timeout(db, 5000);
  const auto first_value = [&](const char* sql) {
    std::string value;
    const int code = sqlite3_exec(
        db, sql,
        [](void* out, int, char** columns, char**) {
          *static_cast<std::string*>(out) = columns[0] == nullptr ? "" : columns[0];
          return 0;
        },
        &value, nullptr);
    return code == SQLITE_OK ? value : std::string(sqlite3_errmsg(db));
  };
  if (const std::string found = first_value("PRAGMA integrity_check"); found != "ok")
    broken.push_back("the database is whole: " + found);
  for (const invariant& each : invariants)
    if (const std::string found = first_value(each.violations); found != "0")
      broken.push_back(std::string(each.sentence) + ": " + found);
  sqlite3_close_v2(db);
  return broken;
}

}  // namespace support
