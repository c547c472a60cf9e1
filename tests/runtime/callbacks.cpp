// SPDX-License-Identifier: BSL-1.0
// Callbacks that end their process, on a file.
#include "callbacks.hpp"

#include <sqlite3.h>

#include <pawl/storage/sqlite.hpp>

#include "../storage/invariants.hpp"

namespace {

using store = pawl::storage::sqlite<>;

std::unique_ptr<store> open(const std::string& path) {
  auto opened = store::open(path, {.durability = pawl::storage::durability_level::normal});
  if (!opened) throw std::runtime_error(describe(opened.error()));
  return *std::move(opened);
}

/// The number that a statement gives, on a connection of its own.
std::int64_t number_in(const std::string& path, const char* sql) {
  sqlite3* db = nullptr;
  sqlite3_stmt* row = nullptr;
  std::int64_t found = -1;
  if (sqlite3_open(path.c_str(), &db) == SQLITE_OK &&
      sqlite3_prepare_v2(db, sql, -1, &row, nullptr) == SQLITE_OK &&
      sqlite3_step(row) == SQLITE_ROW)
    found = sqlite3_column_int64(row, 0);
  sqlite3_finalize(row);
  sqlite3_close(db);
  return found;
}

}  // namespace

TEST_CASE("a callback that ends its process takes no other callback along", "[SVC-14]") {
  const support::fresh_directory directory;
  const std::string path = directory / "jobs.db";
  callbacks::check_that_a_culprit_takes_no_callback_along(
      [&] { return open(path); },
      [&] { return number_in(path, "SELECT count(*) FROM pawl_callbacks"); });
  CHECK(support::broken_invariants(path).empty());
}
