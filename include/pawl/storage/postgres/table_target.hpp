// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <vector>

#include <pawl/storage/carry_over.hpp>
#include <pawl/storage/postgres/open.hpp>
#include <pawl/storage/postgres/session.hpp>

namespace pawl::storage {

/// The empty tables of a store in PostgreSQL, filled one after the other: what `carry_over` writes.
/// The schema was opened as a store before, so that it has them.
class postgres_table_target {
 public:
  postgres_table_target(const std::string& dsn, const postgres_options& options)
      : db_(dsn, options) {}

  void begin() {
    guarded([&] {
      db_.open();
      db_.send("BEGIN");
      // Those who would submit meanwhile wait, and find other numbers than they thought.
      db_.send(db_.qualified("LOCK TABLE pawl_jobs, pawl_names IN EXCLUSIVE MODE"));
      db_.round_trip();
      if (!detail::ask(db_, db_.qualified("SELECT 1 FROM pawl_names LIMIT 1")).empty())
        detail::refuse_database(
            errc::invalid, "the schema " + db_.schema() + " was used before; name another one");
    });
  }
  void write(const sql::table& table, const std::vector<carried_row>& rows) {
    guarded([&] {
      const slice<sql::column> columns = table.columns.get();
      detail::pg_held_rows held;
      std::string names;
      for (const sql::column& each : columns) {
        if (!names.empty()) names += ", ";
        names += std::string_view(each.name);
        held.add_column(each.type);
      }
      for (const carried_row& row : rows) {
        for (std::size_t i = 0; i < columns.size(); ++i) put(held.rows(), columns[i].type, row[i]);
        held.rows().end_row();
      }
      held.set_statement(db_.qualified("INSERT INTO " + std::string(std::string_view(table.name)) +
                                       " (" + names + ") OVERRIDING SYSTEM VALUE SELECT * FROM " +
                                       held.as_u()));
      db_.begin_deadline();
      held.write(db_);
      db_.round_trip();
    });
  }
  /// What the database numbers by itself goes on behind what has come.
  void commit() {
    guarded([&] {
      for (const sql::table& table : sql::tables()) {
        if (table.numbering == sql::numbering::given) continue;
        const std::string name(std::string_view(table.name));
        const std::string column(std::string_view(table.columns.get()[0].name));
        db_.send("SELECT setval(pg_get_serial_sequence('" + db_.schema() + "." + name + "', '" +
                 column + "'), (SELECT coalesce(max(" + column + "), 0) + 1 FROM " +
                 db_.qualified(name) + "), false)");
      }
      // Jobs and events are numbered by their transactions: behind those that have come.
      db_.send(db_.qualified(
          "UPDATE pawl_feed SET numbers_from = greatest(numbers_from, (greatest((SELECT "
          "coalesce(max(feed), 0) FROM pawl_events), (SELECT coalesce(max(key), 0) FROM "
          "pawl_jobs)) >> 20) + 1)"));
      db_.send("COMMIT");
      db_.begin_deadline();
      db_.round_trip();
    });
  }

 private:
  static void put(detail::pg_arrays& to, sql::column_type type, const carried_value& value) {
    if (value.is_null)
      to << nullptr;
    else if (type == sql::column_type::integer)
      to << value.number;
    else if (type == sql::column_type::words)
      to << std::string_view(value.bytes);
    else
      to.bytes(value.bytes.data(), value.bytes.size());
  }
  template <class Work>
  void guarded(Work work) {
    try {
      work();
    } catch (const detail::pg_lost& lost) {
      throw detail::store_failure{
          {errc::busy, "the database cannot be reached: " + lost.why, {}, {}}, false};
    } catch (const detail::pg_conflict&) {
      throw detail::store_failure{
          {errc::busy, "another process uses the database; stop it, and try again", {}, {}}, false};
    }
  }

  detail::pg_connection db_;
};

}  // namespace pawl::storage
