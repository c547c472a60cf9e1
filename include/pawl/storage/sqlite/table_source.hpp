// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>

#include <pawl/detail/durations.hpp>
#include <pawl/storage/carry_over.hpp>
#include <pawl/storage/sqlite/connection.hpp>

namespace pawl::storage {

/// The tables of a store in a SQLite file, one after the other: what `carry_over` reads. The file
/// was opened as a store before, so that its tables are those of this version.
class sqlite_table_source {
 public:
  /// `now` is the store's `elapsed()`.
  sqlite_table_source(std::string path, std::chrono::milliseconds now)
      : path_(std::move(path)), now_(now) {}
  sqlite_table_source(const sqlite_table_source&) = delete;
  sqlite_table_source& operator=(const sqlite_table_source&) = delete;
  ~sqlite_table_source() { sqlite3_close(db_); }

  /// Keeps all others from writing until this object ends.
  void begin() {
    check(sqlite3_open_v2(path_.c_str(), &db_, SQLITE_OPEN_READWRITE, nullptr));
    check(sqlite3_exec(db_, "BEGIN IMMEDIATE", nullptr, nullptr, nullptr));
    constexpr std::chrono::milliseconds recently{60'000};
    for_each_row("SELECT label, seen_at FROM pawl_owners", [&](sqlite3_stmt* row) {
      if (now_.count() - sqlite3_column_int64(row, 1) >= recently.count()) return;
      const std::string name = bytes_at(row, 0);
      throw detail::store_failure{
          {errc::busy,
           "a process uses the queue" + (name.empty() ? "" : " (" + name + ")") +
               "; stop it, and if it was killed, wait a minute",
           {},
           {}},
          false};
    });
  }

  template <class Take>
  void read(const sql::table& table, Take take) {
    const slice<sql::column> columns = table.columns.get();
    std::string statement = "SELECT ";
    for (std::size_t i = 0; i < columns.size(); ++i) {
      if (i != 0) statement += ", ";
      statement += std::string_view(columns[i].name);
    }
    statement += " FROM ";
    statement += std::string_view(table.name);
    for_each_row(statement, [&](sqlite3_stmt* row) {
      carried_row values(columns.size());
      for (std::size_t i = 0; i < columns.size(); ++i) {
        const int at = static_cast<int>(i);
        values[i].is_null = sqlite3_column_type(row, at) == SQLITE_NULL;
        if (columns[i].type == sql::column_type::integer)
          values[i].number = sqlite3_column_int64(row, at);
        else
          values[i].bytes = bytes_at(row, at);
      }
      take(std::move(values));
    });
  }

 private:
  struct finalizes {
    static void end(sqlite3_stmt* statement) { sqlite3_finalize(statement); }
  };

  template <class Take>
  void for_each_row(const std::string& sql, Take take) {
    sqlite3_stmt* prepared = nullptr;
    check(sqlite3_prepare_v2(db_, sql.c_str(), -1, &prepared, nullptr));
    const pawl::detail::light_ptr<sqlite3_stmt, finalizes> row(prepared);
    int code = SQLITE_ROW;
    while ((code = sqlite3_step(row.get())) == SQLITE_ROW) take(row.get());
    if (code != SQLITE_DONE) detail::fail_with(db_, code);
  }
  static std::string bytes_at(sqlite3_stmt* row, int at) {
    const void* const data = sqlite3_column_blob(row, at);
    const int size = sqlite3_column_bytes(row, at);
    return size == 0 ? std::string()
                     : std::string(static_cast<const char*>(data), static_cast<std::size_t>(size));
  }
  void check(int code) const {
    if (code != SQLITE_OK) detail::fail_with(db_, code);
  }

  std::string path_;
  std::chrono::milliseconds now_;
  sqlite3* db_ = nullptr;
};

}  // namespace pawl::storage
