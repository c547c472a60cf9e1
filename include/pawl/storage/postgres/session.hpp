// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include <pawl/storage/postgres/execution.hpp>
#include <pawl/storage/rows.hpp>
#include <pawl/storage/sql/names.hpp>
#include <pawl/storage/sql/values.hpp>
#include <pawl/storage/sql/waiting_counts.hpp>

namespace pawl::storage::detail {

/// Rows of one table that a transaction writes, held back so that all of them go with one
/// statement: an array for each column. One row alone goes as it is: to open an array for each of
/// some thirty columns costs the server three times what the row itself costs.
class pg_held_rows {
 public:
  [[nodiscard]] pg_arrays& rows() { return rows_; }
  [[nodiscard]] bool empty() const { return rows_.empty(); }
  void drop() { rows_.clear(); }
  /// One row, all of it.
  template <class... Values>
  void add(const Values&... values) {
    (rows_ << ... << values);
    rows_.end_row();
  }

  /// A column, in the order in which the values will come.
  void add_column(sql::column_type type) {
    const pg_type as = pg_type_of(type);
    rows_.expect(as);
    if (count_++ != 0) {
      arrays_ += ", ";
      values_ += ", ";
      names_ += ", ";
    }
    const std::string value = '$' + std::to_string(count_) +
                              (as == pg_type::integer ? "::bigint"
                               : as == pg_type::words ? "::text"
                                                      : "::bytea");
    arrays_ += value + "[]";
    values_ += value;
    names_ += 'c' + std::to_string(count_);
  }
  [[nodiscard]] const std::string& column_names() const { return names_; }
  [[nodiscard]] int columns() const { return count_; }
  /// `unnest($1::bigint[], …) AS u(c1, …)`
  [[nodiscard]] std::string as_u() const { return unnested() + " AS u(" + names_ + ")"; }
  /// The same, with the place of each row behind its columns.
  [[nodiscard]] std::string numbered_as_u() const {
    return unnested() + with_places + " AS u(" + names_ + ", place)";
  }

  void set_statement(std::string sql) { write_.many.sql = std::move(sql); }
  /// The same for rows whose jobs are numbered from 1 on: the database adds where the numbers of
  /// its transaction begin. `job` is the column that has them.
  void adds_numbers(const pg_connection& db, text table, text job, sql::part which,
                    const std::string& first_columns = {}, const std::string& first_values = {},
                    const std::string& from = {}) {
    std::string names;
    std::string values;
    int at = 0;
    for (const sql::column& each : sql::detail::find_table(short_name(table))->columns.get()) {
      if (!each.is_in(which)) continue;
      if (at != 0) names += ", ";
      if (at != 0) values += ", ";
      names += named(each.name);
      values += (each.name == job ? "n.base + u.c" : "u.c") + std::to_string(++at);
    }
    numbered_.many.sql =
        db.qualified(sql::compose("INSERT INTO " + named(table) + " (" + first_columns + names +
                                  ") OVERRIDING SYSTEM VALUE SELECT " + first_values + values +
                                  " FROM (SELECT {numbers "
                                  "begin} AS base) AS n, " +
                                  (from.empty() ? as_u() : from)));
  }
  /// Inserts rows of a table: all columns, or those that the database does not number. `beside`
  /// says what happens to a row that is there already.
  void inserts(const pg_connection& db, text table, sql::part which = sql::part::all,
               const std::string& beside = {}) {
    const std::string names = add_columns(table, which);
    set_statement(db.qualified("INSERT INTO " + named(table) + " (" + names +
                               ") OVERRIDING SYSTEM VALUE SELECT * FROM " + as_u() +
                               (beside.empty() ? "" : " ON CONFLICT " + beside)));
  }
  /// Deletes the rows that have these values in the first columns of a table, or in those named.
  void deletes(const pg_connection& db, text table, std::initializer_list<text> columns) {
    std::string where;
    for (const text each : columns) {
      for (const sql::column& one : sql::detail::find_table(short_name(table))->columns.get())
        if (one.name == each) add_column(one.type);
      where += (where.empty() ? " WHERE t." : " AND t.") + named(each) + " = u.c" +
               std::to_string(count_);
    }
    set_statement(db.qualified("DELETE FROM " + named(table) + " AS t USING " + as_u() + where));
  }
  /// A statement that has `@` where the rows stand, as u(c1, …).
  void updates(const pg_connection& db, std::initializer_list<sql::column_type> columns,
               std::string update) {
    for (const sql::column_type each : columns) add_column(each);
    update.replace(update.find('@'), 1, as_u());
    set_statement(db.qualified(update));
  }
  /// Sends the statement with all rows, and with one more value behind them if there is one.
  void write(pg_connection& to, std::optional<std::int64_t> last = {}) { send(to, write_, last); }
  void write_numbered(pg_connection& to) { send(to, numbered_, {}); }

  static std::string named(text name) { return {name.data(), name.size()}; }

 private:
  static constexpr const char* with_places = " WITH ORDINALITY";
  [[nodiscard]] std::string unnested() const { return "unnest(" + arrays_ + ")"; }
  struct writing {
    pg_statement many{};
    pg_statement one{};  ///< made when it is first needed
  };
  void send(pg_connection& to, writing& how, std::optional<std::int64_t> last) {
    if (rows_.empty()) return;
    const bool is_one = rows_.rows() == 1;
    if (is_one && how.one.sql.empty()) how.one.sql = for_one_row(how.many.sql);
    pg_values values;
    if (is_one)
      rows_.bind_row(values);
    else
      rows_.bind(values);
    if (last) values << *last;
    to.send(is_one ? how.one : how.many, values);
    rows_.clear();
  }
  [[nodiscard]] std::string for_one_row(std::string sql) const {
    const std::string numbered = unnested() + with_places;
    if (const std::size_t at = sql.find(numbered); at != std::string::npos)
      return sql.replace(at, numbered.size(), "(VALUES (" + values_ + ", 1::bigint))");
    return sql.replace(sql.find(unnested()), unnested().size(), "(VALUES (" + values_ + "))");
  }
  static text short_name(text table) {
    constexpr std::size_t prefix = sizeof "pawl_" - 1;
    return table.substr(prefix, table.size() - prefix);
  }
  std::string add_columns(text table, sql::part which) {
    std::string names;
    for (const sql::column& each : sql::detail::find_table(short_name(table))->columns.get()) {
      if (!each.is_in(which)) continue;
      if (!names.empty()) names += ", ";
      names += named(each.name);
      add_column(each.type);
    }
    return names;
  }

  writing write_{};
  writing numbered_{};
  pg_arrays rows_{};
  std::string arrays_{};
  std::string values_{};
  std::string names_{};
  int count_ = 0;
};

/// A statement that writes rows, and fails unless it has written as many as `$last` says: then the
/// commit that was sent behind it does not happen.
[[nodiscard]] inline std::string exactly(const std::string& writing, int last) {
  return "WITH written AS (" + writing + " RETURNING 1) SELECT 1 / (count(*) = $" +
         std::to_string(last) + ")::int FROM written";
}

/// Numbers go on where they were: a server that the database was restored into may be younger than
/// the one that has given them, and count its transactions from the beginning.
inline void continue_numbers(pg_connection& db) {
  const std::string least =
      "(SELECT (greatest((SELECT max(key) FROM pawl_jobs), (SELECT max(feed) FROM pawl_events), 0) "
      ">> 20) + 1 - pg_snapshot_xmax(pg_current_snapshot())::text::bigint)";
  db.begin_deadline();
  const pg_result behind =
      db.fetch(db.qualified("SELECT greatest(0, " + least + " - numbers_from) FROM pawl_feed"));
  if (pg_row(behind.get(), 0).integer() == 0) return;
  db.send(
      db.qualified("UPDATE pawl_feed SET numbers_from = greatest(numbers_from, " + least + ")"));
  db.round_trip();
}

/// What is read of a living row, of a table under the name q: its columns, and what stands
/// elsewhere and is looked up only for the few that have it.
inline constexpr text living_columns =
    "{q.queue}, CASE WHEN q.error_event <> 0 THEN (SELECT v.error FROM pawl_events AS v WHERE "
    "v.job = q.key AND v.number = q.error_event) END, CASE WHEN q.error_event <> 0 THEN (SELECT "
    "v.message FROM pawl_events AS v WHERE v.job = q.key AND v.number = q.error_event) END, CASE "
    "WHEN q.error_event <> 0 THEN (SELECT v.detail FROM pawl_events AS v WHERE v.job = q.key AND "
    "v.number = q.error_event) END, CASE WHEN q.error_event <> 0 THEN (SELECT v.from_state FROM "
    "pawl_events AS v WHERE v.job = q.key AND v.number = q.error_event) END, CASE WHEN q.flags & "
    "{flag.cancel_requested} <> 0 THEN (SELECT d.value FROM pawl_details AS d WHERE d.job = q.key "
    "AND d.kind = {detail.cancel_reason}) END, CASE WHEN q.flags & {flag.cancel_requested} <> 0 "
    "THEN (SELECT d.value FROM pawl_details AS d WHERE d.job = q.key AND d.kind = "
    "{detail.cancel_actor}) END";

/// A list of numbers as the one value of a statement.
[[nodiscard]] inline pg_values array_of_numbers(const light_vector<std::int64_t>& numbers) {
  pg_arrays one;
  one.expect(pg_type::integer);
  for (const std::int64_t each : numbers) {
    one << each;
    one.end_row();
  }
  pg_values values;
  one.bind(values);
  return values;
}

/// One connection from the beginning of a transaction to its end. Rows of the hot tables are held
/// back, and are written before any statement that could miss them; all other writes are sent at
/// once, and nothing is waited for before something has to be read.
class postgres_session : public sql_names<pg_statements> {
 public:
  using sql_names::sql_names;
  postgres_session(const postgres_session&) = delete;
  postgres_session& operator=(const postgres_session&) = delete;

  /// A statement that sees all that the transaction has done.
  pg_execution use(query name) {
    // Row-level security looks at the job of every row.
    if (!is_beside_the_held(name) || db().is_as_tenants()) write_held();
    return sql().use(name);
  }
  template <class... Values>
  void run(query name, const Values&... values) {
    pg_execution row = use(name);
    (row << ... << values);
    row.run();
  }

 protected:
  ~postgres_session() = default;

  [[nodiscard]] waiting_counts& counts() { return counts_; }

  /// Nothing is known about ids before they are looked up.
  static bool is_new(const job_id&) { return false; }

  virtual void write_held() = 0;
  virtual void note_control(name_number handler, const type_control& said) = 0;
  [[nodiscard]] pg_connection& db() { return sql().db(); }
  /// The lane of a row of the queue.
  std::int64_t format_of(const queue_row& job, const job_descriptor& of) {
    return sql::format_of(number_of(of.name_of(job.at.state)), job.version, job.suspect);
  }

 private:
  /// Whether a statement is about no table whose rows are held.
  static bool is_beside_the_held(query name) {
    switch (name) {
      case query::find_key:
      case query::put_key:
      case query::configured:
      case query::configure:
      case query::controls:
      case query::set_control:
      case query::remove_control:
      case query::slots:
      case query::take_slot:
      case query::holds_slot:
      case query::free_slots:
      case query::free_running_slots:
      case query::rate:
      case query::set_rate:
      case query::park:
      case query::first_parked:
      case query::first_parked_key:
      case query::parked_key_after:
      case query::remove_parked:
      case query::declare:
      case query::undeclare:
      case query::declared:
      case query::declaration:
      case query::put_recheck:
      case query::next_recheck:
      case query::remove_recheck:
      case query::insert_dependency:
      case query::remove_dependency:
      case query::remove_dependencies:
      case query::dependents_of:
      case query::insert_release:
      case query::next_release:
      case query::remove_release:
      case query::put_detail:
      case query::find_detail:
      case query::newest_version:
      case query::finding_sizes:
      case query::remove_details:
      case query::find_inbox:
      case query::put_inbox:
      case query::insert_dead_letter:
      case query::is_dead_letter:
      case query::is_replayed:
      case query::mark_replayed:
      case query::fresh_dead_letters:
      case query::fresh_dead_letters_of:
      case query::due_dead_letters:
      case query::postpone_dead_letter:
      case query::insert_owner:
      case query::owner:
      case query::see_owner:
      case query::delete_owner:
      case query::insert_callback:
      case query::update_callback:
      case query::delete_callback:
      case query::callback:
      case query::called_callbacks:
      case query::insert_schedule:
      case query::update_schedule:
      case query::delete_schedule:
      case query::schedule:
      case query::find_schedule:
      case query::schedules:
      case query::schedules_called:
      case query::due_schedules:
      case query::next_schedule:
      case query::next_schedules:
      case query::payload_form:
      case query::put_payload_form:
        return true;
      default:
        return false;
    }
  }

  waiting_counts counts_{};
};

}  // namespace pawl::storage::detail
