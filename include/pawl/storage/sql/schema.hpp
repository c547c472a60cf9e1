// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include <pawl/lifecycle/sql.hpp>
#include <pawl/storage/sql/compose.hpp>

/// The tables of a store, as the SQL that makes them.

namespace pawl::sql {

namespace detail {

inline text type_name(dialect to, column_type type) {
  switch (type) {
    case column_type::integer:
      return to == dialect::sqlite ? text("INTEGER") : text("bigint");
    case column_type::words:
      return to == dialect::sqlite ? text("TEXT") : text("text");
    case column_type::bytes:
      break;
  }
  return to == dialect::sqlite ? text("BLOB") : text("bytea");
}

/// What makes the first column the key of its table.
inline text key_clause(dialect to, numbering how) {
  if (to == dialect::sqlite)
    return how == numbering::counted_once ? text(" PRIMARY KEY AUTOINCREMENT")
                                          : text(" PRIMARY KEY");
  return how == numbering::given ? text(" PRIMARY KEY")
                                 : text(" PRIMARY KEY GENERATED ALWAYS AS IDENTITY");
}

/// The columns of an index as SQLite needs them: it ends every index with the number of the row,
/// and a last column that is this number would stand there twice.
inline text without_row_number(const index& of) {
  for (const table& each : tables) {
    if (!(each.name == of.table) || !(each.columns.get()[0].name == each.primary_key)) continue;
    std::string last = ", ";
    put(last, each.primary_key);
    const std::string_view all = of.columns;
    if (all.ends_with(last)) return all.substr(0, all.size() - last.size());
  }
  return of.columns;
}

}  // namespace detail

/// What PostgreSQL has beside the columns of the lists.
///
/// The indexes of what is ready and what is scheduled know a row by this column and not by its
/// phase: a start changes the phase of a row, and no column that an index knows, so that it is a
/// HOT update.
inline constexpr text queued_as =
    "queued_as smallint GENERATED ALWAYS AS (CASE WHEN phase IN ({phase.scheduled}, "
    "{phase.ready}) THEN phase ELSE 0 END) STORED";

/// A condition on a row's phase as a database has it indexed.
[[nodiscard]] inline std::string by_queued_as(std::string condition) {
  const std::string phase = "phase = ";
  for (std::size_t at = condition.find(phase); at != std::string::npos;
       at = condition.find(phase, at + phase.size())) {
    const std::size_t value = at + phase.size();
    if (value < condition.size() && condition[value] >= '0' && condition[value] <= '9')
      condition.replace(at, phase.size(), "queued_as = ");
  }
  return condition;
}

/// `CREATE TABLE …;` in a dialect.
[[nodiscard]] inline std::string create(dialect to, const table& of) {
  std::string out = "CREATE TABLE ";
  detail::put(out, of.name);
  out += " (";
  const slice<column> columns = of.columns.get();
  const bool one_column = columns[0].name == of.primary_key;
  for (const column& each : columns) {
    if (&each != columns.begin()) out += ',';
    out += "\n  ";
    detail::put(out, each.name);
    out += ' ';
    detail::put(out, detail::type_name(to, each.type));
    if (one_column && &each == columns.begin())
      detail::put(out, detail::key_clause(to, of.numbering));
    else if (!each.is(nullable))
      out += " NOT NULL";
  }
  if (to == dialect::postgres && of.name == text("pawl_queue")) out += ",\n  " + compose(queued_as);
  if (!one_column) {
    out += ",\n  PRIMARY KEY (";
    detail::put(out, of.primary_key);
    out += ')';
  }
  if (!of.check.empty()) {
    out += ",\n  CHECK (";
    out += compose(of.check);
    out += ')';
  }
  out += !one_column && to == dialect::sqlite ? "\n) WITHOUT ROWID;\n" : "\n);\n";
  return out;
}

[[nodiscard]] inline std::string create(dialect to, const index& of) {
  std::string out = of.unique ? "CREATE UNIQUE INDEX " : "CREATE INDEX ";
  detail::put(out, of.name);
  out += " ON ";
  detail::put(out, of.table);
  out += " (";
  detail::put(out, to == dialect::sqlite ? detail::without_row_number(of) : of.columns);
  out += ')';
  if (!of.where.empty()) {
    out += " WHERE ";
    out += to == dialect::postgres ? by_queued_as(compose(of.where)) : compose(of.where);
  }
  out += ";\n";
  return out;
}

/// How PostgreSQL numbers jobs and events while many write at once, and where it leaves room.
///
/// A number is that of its transaction, and a place in it: no transaction waits for another one to
/// number what it writes. Who follows the feed reads as far as all transactions have ended:
/// `{settled}` is the first number that one of those under way could still write.
/// `numbers_from` keeps numbers growing where the database was restored into a younger server.
inline constexpr text many_writers = R"(
CREATE TABLE pawl_feed (one bigint PRIMARY KEY CHECK (one = 1), numbers_from bigint NOT NULL, pruned bigint NOT NULL);
INSERT INTO pawl_feed VALUES (1, 0, 0);
ALTER TABLE pawl_queue SET (fillfactor = 40, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);
ALTER TABLE pawl_owners SET (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
ALTER TABLE pawl_rates SET (fillfactor = 70);
)";

/// Two triggers that refuse what the lifecycles forbid, whichever program writes: on rows that live
/// on, and on rows that end.
[[nodiscard]] inline std::string guards(dialect to) {
  struct guard {
    const char* name;
    const char* event;
    const char* changes;  // only then there is something to look up
    const char* from;     // where the old state stands
  };
  constexpr guard all[] = {
      {"pawl_queue_guard", "UPDATE OF state ON pawl_queue", "NEW.state <> OLD.state AND ",
       "t.from_state = OLD.state"},
      {"pawl_outcomes_guard", "INSERT ON pawl_outcomes", "",
       "t.from_state = (SELECT q.state FROM pawl_queue AS q WHERE q.key = NEW.key)"}};
  std::string out;
  for (const guard& each : all) {
    // Not NOT EXISTS: SQLite takes twice as long for it.
    const std::string forbidden =
        std::string(each.changes) +
        "(\n    SELECT 1 FROM pawl_types AS y JOIN pawl_transitions AS t ON t.lifecycle = "
        "y.lifecycle\n    WHERE y.handler = NEW.handler AND " +
        each.from + " AND t.to_state = NEW.state) IS NULL";
    const std::string name = each.name;
    if (to == dialect::sqlite)
      out += "CREATE TRIGGER " + name + " BEFORE " + each.event + "\nWHEN " + forbidden +
             "\nBEGIN\n  SELECT RAISE(ABORT, 'pawl: the lifecycle forbids this "
             "transition');\nEND;\n";
    else
      out += "CREATE FUNCTION " + name +
             "() RETURNS trigger LANGUAGE plpgsql AS $pawl$\nBEGIN\n  IF " + forbidden +
             " THEN\n    RAISE EXCEPTION 'pawl: the lifecycle forbids this transition' USING "
             "ERRCODE = 'check_violation';\n  END IF;\n  RETURN NEW;\nEND $pawl$;\n"
             "CREATE TRIGGER " +
             name + " BEFORE " + each.event + "\n  FOR EACH ROW EXECUTE FUNCTION " + name + "();\n";
  }
  return out;
}

/// The tables that a database with tables of these names lacks, and their indexes: for a step from
/// one version to the next.
template <dialect To>
[[nodiscard]] std::string create_tables_of(std::initializer_list<text> names) {
  std::string out;
  for (const text name : names) {
    for (const table& each : tables())
      if (each.name == name) out += create(To, each);
    for (const index& each : indexes())
      if (each.table == name) out += create(To, each);
  }
  return out;
}

/// Everything that a database needs before the first job: tables, indexes, and the two guards.
template <dialect To>
[[nodiscard]] std::string create_schema(bool guarded) {
  std::string out;
  detail::put(out, transitions_table<To>());
  for (const table& each : tables()) out += create(To, each);
  for (const index& each : indexes()) out += create(To, each);
  if (To == dialect::postgres) detail::put(out, many_writers);
  if (guarded) out += guards(To);
  return out;
}

}  // namespace pawl::sql
