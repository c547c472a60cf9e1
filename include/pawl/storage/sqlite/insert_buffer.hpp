// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <bit>

#include <pawl/storage/sqlite/connection.hpp>

namespace pawl::storage::detail {

/// Rows that a transaction inserts into one table, held back so that up to sixteen go with one
/// statement. SQLite then finds its place in each tree once and not for every row.
///
/// Code that reads the table in the same transaction writes them first.
template <class Row>
class insert_buffer {
 public:
  insert_buffer(sqlite3* db, sql::query into) : db_(db), into_(into) {}

  /// True if it is full and must be written before more is added.
  [[nodiscard]] bool add(Row row) {
    rows_.push_back(std::move(row));
    return rows_.size() == most;
  }
  [[nodiscard]] bool empty() const { return rows_.empty(); }
  void drop() { rows_.clear(); }

  /// Writes what is held, in the order in which it came. `bind(execution&, const Row&)` binds the
  /// values of one row.
  template <class Bind>
  void write(Bind bind) {
    for (std::size_t at = 0; at < rows_.size();) {
      // Powers of two, so that few statements serve all numbers of rows.
      const auto size = static_cast<std::size_t>(std::bit_width(rows_.size() - at)) - 1;
      execution statement = use(size);
      for (const std::size_t end = at + (std::size_t{1} << size); at < end; ++at)
        bind(statement, rows_[at]);
      statement.run();
    }
    rows_.clear();
  }

 private:
  static constexpr std::size_t most = 16;

  execution use(std::size_t size) {
    kept_statement& kept = prepared_[size];
    if (!kept) kept = kept_statement(prepare(db_, sql::for_rows(into_, std::size_t{1} << size)));
    return {db_, kept};
  }

  sqlite3* db_;
  sql::query into_;
  light_vector<Row> rows_{};
  std::array<kept_statement, std::bit_width(most)> prepared_{};
};

}  // namespace pawl::storage::detail
