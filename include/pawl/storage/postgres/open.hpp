// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include <pawl/clock.hpp>
#include <pawl/storage/postgres/execution.hpp>
#include <pawl/storage/sql/schema.hpp>

namespace pawl::storage::detail {

[[noreturn]] inline void refuse_database(errc code, std::string why) {
  throw store_failure{{code, std::move(why), {}, {}}, false};
}

/// One value that the server answers with; empty for NULL or no row.
inline std::string ask(pg_connection& db, const std::string& sql, const pg_values& values = {}) {
  db.begin_deadline();
  const pg_result answer = db.fetch(sql, values);
  if (PQntuples(answer.get()) == 0 || PQgetisnull(answer.get(), 0, 0) != 0) return {};
  return {PQgetvalue(answer.get(), 0, 0),
          static_cast<std::size_t>(PQgetlength(answer.get(), 0, 0))};
}

[[nodiscard]] inline bool is_schema_name(std::string_view name) {
  if (name.empty() || name.size() > 63 || (name[0] >= '0' && name[0] <= '9')) return false;
  if (name.starts_with("pg_")) return false;  // the server's own
  for (const char c : name)
    if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_')) return false;
  return true;
}

/// Whether a server's time is so far from this machine's that people will wonder; then by how much.
/// What a round trip leaves uncertain is not counted.
[[nodiscard]] inline std::optional<std::string> clock_warning(std::int64_t server_ms,
                                                              std::int64_t asked_ms,
                                                              std::int64_t answered_ms) {
  const std::int64_t ahead = server_ms - answered_ms;
  const std::int64_t behind = asked_ms - server_ms;
  const std::int64_t off = std::max(ahead, behind);
  if (off <= 1000) return {};
  return "the server's clock is " + std::to_string(off) + " ms " +
         (ahead > 0 ? "ahead of" : "behind") +
         " this machine's; jobs are due by the server's: set one of them right";
}

/// Whether the server keeps what it has acknowledged, and is new enough: throws if it cannot be
/// used. What is only to be wondered at is returned, a sentence for each.
[[nodiscard]] inline std::vector<std::string> check_server(pg_connection& db) {
  const int version = PQserverVersion(db.get());
  if (version < 130000)
    refuse_database(
        errc::not_a_store,
        "the server is PostgreSQL " + std::to_string(version / 10000) + "; pawl needs 13 or newer");
  std::vector<std::string> found;
  const auto machine_ms = [] { return system_clock{}.wall().time_since_epoch().count(); };
  const std::int64_t asked = machine_ms();
  db.begin_deadline();
  const pg_result answer = db.fetch(
      "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint, "
      "current_setting('synchronous_commit'), current_setting('fsync'), "
      "current_setting('full_page_writes'), pg_is_in_recovery()::int");
  pg_row row(answer.get(), 0);
  if (auto off = clock_warning(row.integer(), asked, machine_ms()))
    found.push_back(*std::move(off));
  if (row.view() == "off")
    refuse_database(
        errc::failed,
        "the server has synchronous_commit = off for this role: a crash would lose jobs "
        "that were acknowledged; turn it on with ALTER ROLE … SET synchronous_commit = "
        "on");
  if (row.view() == "off")
    found.push_back(
        "the server has fsync = off: a loss of power loses jobs that were acknowledged, or the "
        "whole "
        "database; turn it on in postgresql.conf");
  if (row.view() == "off")
    found.push_back(
        "the server has full_page_writes = off: a loss of power can damage the database unless its "
        "file system writes pages as a whole; turn it on in postgresql.conf");
  if (row.integer() != 0)
    refuse_database(errc::read_only,
                    "the server is a standby and cannot be written; connect to the primary, for "
                    "instance by target_session_attrs=read-write");
  if (db.is_pooled()) {
    found.push_back(
        "a pooler stands between this process and the server: statements are not prepared, and "
        "LISTEN does not reach it; give what listens an address of the server itself, or new jobs "
        "are found by polling");
    return found;
  }
  try {
    db.send("LISTEN pawl_check");
    db.send("UNLISTEN pawl_check");
    db.round_trip();
  } catch (const store_failure& failed) {
    found.push_back("the server takes no LISTEN, so new jobs are found by polling: " +
                    failed.why.message);
  }
  return found;
}

/// Statements of a schema, one after the other, as the protocol takes them: one at a time. Bodies
/// of functions are quoted by $pawl$, and run where nobody has set a path: the names in them are
/// qualified.
inline void run_script(pg_connection& db, std::string_view script) {
  constexpr std::string_view quote = "$pawl$";
  std::string one;
  while (!script.empty()) {
    if (script.starts_with(quote)) {
      const std::size_t end = script.find(quote, quote.size()) + quote.size();
      one += db.qualified(script.substr(0, end));
      script.remove_prefix(end);
    } else if (script.front() == ';') {
      db.send(one);
      one.clear();
      script.remove_prefix(1);
    } else {
      one += script.front();
      script.remove_prefix(1);
    }
  }
}

/// The version of the tables in the schema; 0 if there are none.
inline int schema_version_in(pg_connection& db) {
  pg_values name;
  name << std::string_view(db.schema());
  if (ask(db, "SELECT 1 FROM pg_tables WHERE schemaname = $1 AND tablename = 'pawl_schema'", name)
          .empty())
    return 0;
  db.begin_deadline();
  const pg_result newest = db.fetch(db.qualified("SELECT max(version) FROM pawl_schema"));
  return static_cast<int>(pg_row(newest.get(), 0).integer());
}

// --- Versions of the tables ----------------------------------------------------------------------

/// What `pawl_schema` says of tables as this program has them. Version 2 is the first that was in
/// PostgreSQL; tests/postgres/schemas has one of each.
inline constexpr int pg_schema_version = 5;
inline constexpr int pg_oldest_version = 2;

/// Since version 3: by which a process finds out what became of its commits.
inline void create_writers(pg_connection& db) {
  db.send(db.qualified(
      "CREATE TABLE pawl_writers (writer bigint PRIMARY KEY, mark bigint NOT NULL, at bigint NOT "
      "NULL) WITH (fillfactor = 50)"));
}
inline void create_tables(pg_connection& db, bool guarded) {
  db.send("SET LOCAL search_path TO \"" + db.schema() + '"');
  db.send("CREATE TABLE pawl_schema (version bigint NOT NULL)");
  run_script(db, sql::create_schema<sql::dialect::postgres>(guarded));
  create_writers(db);
}
/// Since version 3: a start touches no column that an index knows, and what is written at the same
/// time is numbered without waiting.
inline void number_without_waiting(pg_connection& db) {
  db.send("SET LOCAL search_path TO \"" + db.schema() + '"');
  db.send("ALTER TABLE pawl_queue ADD COLUMN " + sql::compose(sql::queued_as));
  for (const sql::index& each : sql::indexes()) {
    if (!(each.name == text("pawl_queue_ready") || each.name == text("pawl_queue_scheduled")))
      continue;
    db.send("DROP INDEX " + std::string(std::string_view(each.name)));
    run_script(db, sql::create(sql::dialect::postgres, each));
  }
  run_script(db, sql::many_writers);
}
/// What leads from a version to the next one.
inline void upgrade_tables(pg_connection& db, int from) {
  if (from < 3) {
    number_without_waiting(db);
    create_writers(db);
  }
  // What has ended, with an owner's signs of life.
  if (from < 4) db.send(db.qualified("ALTER TABLE pawl_owners ADD COLUMN ended text"));
  if (from < 5) {
    // Schedules; which job submitted another, timeouts of jobs, and what operators say of types;
    // what jobs are unique by.
    db.send("SET LOCAL search_path TO \"" + db.schema() + '"');
    db.send("ALTER TABLE pawl_jobs ADD COLUMN submitted_by bytea, ADD COLUMN timeout_ms bigint");
    run_script(db, sql::create_tables_of<sql::dialect::postgres>(
                       {"pawl_schedules", "pawl_controls", "pawl_uniques"}));
  }
}

[[noreturn]] inline void refuse_version(int version) {
  if (version > pg_schema_version)
    refuse_database(errc::newer_schema, "the database has schema version " +
                                            std::to_string(version) + ", this program knows " +
                                            std::to_string(pg_schema_version) +
                                            "; upgrade the program");
  refuse_database(errc::not_a_store, "the tables say that they are version " +
                                         std::to_string(version) +
                                         ", which no pawl has made here; use another schema");
}

/// Brings the tables up to date. Any number of processes may do so at once: one does it, the others
/// wait for it and find it done.
inline void migrate(pg_connection& db, const postgres_options& options) {
  if (schema_version_in(db) == pg_schema_version) return;
  // On other terms than operations: a table may be large, and another process may be at it.
  db.allow(options.migration_deadline * 2);
  db.begin();
  db.send("SET LOCAL statement_timeout = 0");
  db.send("SET LOCAL idle_in_transaction_session_timeout = 0");
  pg_values name;
  name << std::string_view("pawl migration of " + options.schema);
  db.send("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", name);
  db.round_trip();
  const int version = schema_version_in(db);
  if (version == 0) {
    pg_values schema;
    schema << std::string_view(options.schema);
    // Asked first: who may use a schema need not have the right to make one.
    if (ask(db, "SELECT 1 FROM pg_namespace WHERE nspname = $1", schema).empty())
      db.send("CREATE SCHEMA IF NOT EXISTS \"" + options.schema + '"');
    create_tables(db, options.guarded);
  } else if (version >= pg_oldest_version && version < pg_schema_version) {
    upgrade_tables(db, version);
  } else if (version != pg_schema_version) {
    refuse_version(version);
  }
  if (version != pg_schema_version) {
    pg_values now;
    now << pg_schema_version;
    db.send(db.qualified("INSERT INTO pawl_schema (version) VALUES ($1)"), now);
  }
  db.commit();
  db.allow(options.deadline);
}

}  // namespace pawl::storage::detail
