// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <pawl/detail/durations.hpp>
#include <pawl/storage/error.hpp>
#include <pawl/storage/sql/failure.hpp>
#include <pawl/storage/sql/tables.hpp>

/// Carrying a queue from one database to another: every row of every table, with its number, so
/// that ids, keys, histories, results and dead letters are what they were. What is due moves from
/// one store's line of time to the other's.

namespace pawl::storage {

/// One value of a row, as neither database has it.
struct carried_value {
  bool is_null = false;
  std::int64_t number = 0;  ///< if its column is one
  std::string bytes{};      ///< else
};
using carried_row = std::vector<carried_value>;

/// What was carried.
struct carried_queue {
  std::uint64_t rows = 0;
  std::uint64_t living = 0;  ///< jobs that go on
  std::uint64_t ended = 0;
  std::uint64_t dead_letters = 0;
  std::uint64_t keys = 0;
};

namespace detail {

/// Whether a column holds a time on the store's own line, and in which parts of a millisecond.
[[nodiscard]] inline std::int64_t parts_of_time(text table, text column) {
  struct place {
    text table;
    text column;
    std::int64_t parts;
  };
  constexpr place all[] = {{"pawl_queue", "order_at", 1},
                           {"pawl_outcomes", "kept_since", 1},
                           {"pawl_outcomes", "prune_at", 1},
                           {"pawl_keys", "created_at", 1},
                           {"pawl_rates", "even_at", 1'000'000},
                           {"pawl_parked", "sort_key", 1},
                           {"pawl_dead_letters", "lies_since", 1},
                           {"pawl_callbacks", "due_at", 1},
                           {"pawl_owners", "seen_at", 1},
                           {"pawl_definitions", "learnt_at", 1},
                           {"pawl_schedules", "slot", 1},
                           {"pawl_schedules", "due_at", 1},
                           {"pawl_uniques", "since", 1}};
  for (const place& each : all)
    if (each.table == table && each.column == column) return each.parts;
  return 0;
}

/// A time of the one store as the other has it. Zero is no time, what is below it is the wall
/// clock's, and what is beyond all times stays there.
[[nodiscard]] inline std::int64_t moved_time(std::int64_t at, std::int64_t by) {
  constexpr std::int64_t beyond = std::numeric_limits<std::int64_t>::max() / 4;
  return at <= 0 || at > beyond || by > beyond || by < -beyond ? at : at + by;
}

/// The one table that is not carried: each store has a line of its own.
[[nodiscard]] inline bool is_carried(const sql::table& table) {
  return !(table.name == "pawl_clock");
}

}  // namespace detail

/// Carries all that `from` has into `to`, in one transaction of each. `from` reads tables
/// (`sqlite_table_source`), `to` writes them (`postgres_table_target`); `ahead` is how far the line
/// of time of `to` is ahead of that of `from`: `to.elapsed() - from.elapsed()` of the two stores.
///
/// No process may use either meanwhile: one that was seen a minute ago is a reason to refuse, and
/// so is a target that is not empty. Jobs that a lost process had come back as they would have,
/// from the target. If anything fails, the target is as it was; the source is only read.
template <class From, class To>
[[nodiscard("pawl: a queue that was refused is where it was; look at the answer")]]
result<carried_queue> carry_over(From& from, To& to, std::chrono::milliseconds ahead) {
  constexpr std::size_t portion = 1000;
  try {
    carried_queue out;
    from.begin();
    to.begin();
    for (const sql::table& table : sql::tables()) {
      if (!detail::is_carried(table)) continue;
      const slice<sql::column> columns = table.columns.get();
      std::vector<carried_row> rows;
      std::uint64_t count = 0;
      from.read(table, [&](carried_row row) {
        for (std::size_t i = 0; i < columns.size(); ++i)
          if (const std::int64_t parts = detail::parts_of_time(table.name, columns[i].name);
              parts != 0 && !row[i].is_null)
            row[i].number = detail::moved_time(row[i].number, ahead.count() * parts);
        rows.push_back(std::move(row));
        ++count;
        if (rows.size() < portion) return;
        to.write(table, rows);
        rows.clear();
      });
      if (!rows.empty()) to.write(table, rows);
      out.rows += count;
      if (table.name == "pawl_queue") out.living = count;
      if (table.name == "pawl_outcomes") out.ended = count;
      if (table.name == "pawl_dead_letters") out.dead_letters = count;
      if (table.name == "pawl_keys") out.keys = count;
    }
    to.commit();
    return out;
  } catch (detail::store_failure& failed) {
    return unexpected<error>(std::move(failed.why));
  }
}

}  // namespace pawl::storage
