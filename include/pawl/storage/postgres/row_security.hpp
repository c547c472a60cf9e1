// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <string_view>

#include <pawl/storage/postgres/open.hpp>
#include <pawl/storage/sql/statements.hpp>
#include <pawl/storage/sql/tables.hpp>

/// Row-level security: what a role that owns no table sees of them, and may write, is what belongs
/// to the tenant that its transaction names in the setting `pawl.tenant`. The owner of the tables,
/// who runs jobs of all tenants, is not held by it.

namespace pawl::storage::detail {

/// What the rows of a table belong to.
enum class row_belonging : unsigned char {
  everyone,  ///< names, types and limits: all need them
  tenant,    ///< it has a column for the tenant
  job        ///< and so to the tenant of that
};

[[nodiscard]] inline row_belonging belonging_of(const sql::table& table) {
  // Limits count jobs of all tenants together: who takes a slot has to see which are taken.
  if (table.name == "pawl_slots" || table.name == "pawl_parked") return row_belonging::everyone;
  row_belonging out = row_belonging::everyone;
  for (const sql::column& each : table.columns.get()) {
    if (text(each.name) == "tenant") return row_belonging::tenant;
    if (text(each.name) == "job") out = row_belonging::job;
  }
  return out;
}
/// Whether a tenant's own submissions and cancellations write it.
[[nodiscard]] inline bool is_written_by_tenants(const sql::table& table) {
  if (belonging_of(table) != row_belonging::everyone) return true;
  for (const char* each : {"pawl_slots", "pawl_parked", "pawl_rates", "pawl_rechecks"})
    if (table.name == each) return true;
  return false;
}

/// Functions by which a tenant's transaction counts what belongs to all: see `counting_statement`.
inline constexpr const char* counting_functions =
    "ARRAY['pawl_ready(bigint)', 'pawl_ready_of(bigint, bigint)', 'pawl_delayed(bigint)']";

/// What makes the policies, in the order in which it has to be done. Statements end with `;`, and
/// bodies of functions are quoted by $pawl$.
[[nodiscard]] inline std::string row_policies(std::string_view schema) {
  // What a tenant's transaction needs to know of all rows: as the owner sees them, and no more.
  const auto function = [&](const char* signature, const char* answer, const std::string& body) {
    return std::string("CREATE OR REPLACE FUNCTION ") + signature + " RETURNS " + answer +
           " LANGUAGE sql STABLE SECURITY DEFINER SET search_path = " + std::string(schema) +
           ", pg_temp AS $pawl$" + body + "$pawl$;";
  };
  const auto counting = [](sql::query name) {
    return sql::in_dialect(sql::dialect::postgres, name);
  };
  // Of its own tenant only, whichever it names.
  std::string ready_of = counting(sql::query::count_ready_of);
  const std::string_view any = "q.tenant = $1";
  ready_of.replace(ready_of.find(any), any.size(),
                   "q.tenant = (SELECT number FROM pawl_names WHERE number = $1 AND name = "
                   "current_setting('pawl.tenant', true))");
  // pawl_depth is what older processes ask.
  std::string out =
      function("pawl_depth(bigint)", "bigint",
               "SELECT count(*) FROM (SELECT 1 FROM pawl_queue LIMIT $1) AS q") +
      function("pawl_ready(bigint)", "bigint", counting(sql::query::count_ready)) +
      function("pawl_ready_of(bigint, bigint)", "bigint", ready_of) +
      function("pawl_delayed(bigint)", "bigint", counting(sql::query::count_delayed)) +
      function("pawl_is_tenant(bigint)", "boolean",
               "SELECT EXISTS (SELECT 1 FROM pawl_jobs WHERE tenant = $1)");
  const auto policy = [&](std::string_view table, const std::string& belongs) {
    const std::string name(table);
    out += "ALTER TABLE " + name + " ENABLE ROW LEVEL SECURITY;";
    out += "DROP POLICY IF EXISTS pawl_tenants ON " + name + ";";
    out += "CREATE POLICY pawl_tenants ON " + name + " USING (" + belongs + ");";
  };
  const std::string mine = "current_setting('pawl.tenant', true)";
  // The names of other tenants are nobody's business.
  policy("pawl_names", "name = " + mine + " OR NOT pawl_is_tenant(number)");
  for (const sql::table& each : sql::tables()) {
    if (belonging_of(each) == row_belonging::tenant)
      policy(each.name, "tenant = (SELECT number FROM pawl_names WHERE name = " + mine + ")");
    if (belonging_of(each) == row_belonging::job)
      policy(each.name, "EXISTS (SELECT 1 FROM pawl_jobs AS j WHERE j.key = job)");
  }
  return out;
}

/// What a role of tenants may do. Everything else is the policies' matter.
[[nodiscard]] inline std::string grants_for(std::string_view schema, std::string_view role) {
  const std::string to = " TO " + std::string(role) + ";";
  const std::string in(schema);
  std::string out = "GRANT USAGE ON SCHEMA " + in + to;
  out += "GRANT SELECT ON ALL TABLES IN SCHEMA " + in + to;
  out += "GRANT INSERT ON pawl_names" + to;
  out += "GRANT INSERT, UPDATE, DELETE ON pawl_writers" + to;  // what became of its commits
  for (const sql::table& each : sql::tables())
    if (is_written_by_tenants(each))
      out += "GRANT INSERT, UPDATE, DELETE ON " + std::string(std::string_view(each.name)) + to;
  return out;
}

/// Those that are not in the schema $1.
[[nodiscard]] inline std::string missing_counting_functions() {
  return std::string("SELECT f FROM unnest(") + counting_functions +
         ") AS f WHERE to_regprocedure($1 || '.' || f) IS NULL";
}

/// A process of tenants cannot make what it counts by. If it is upgraded before those of the owner
/// it is refused as a whole, with what to do: else each submission would be refused that has a
/// bound, or none would be bounded.
inline void expect_counting_functions(pg_connection& db) {
  pg_values schema;
  schema << std::string_view(db.schema());
  if (ask(db, missing_counting_functions(), schema).empty()) return;
  refuse_database(errc::not_a_store,
                  "the schema lacks functions that this version needs for processes with "
                  "as_tenants; open it once with this version as the owner of the tables, with "
                  "tenants_role set, and start this process again");
}

/// Sets the policies and the role's rights, unless that was done.
inline void secure_rows(pg_connection& db, const postgres_options& options) {
  if (options.tenants_role.empty()) return;
  if (!is_schema_name(options.tenants_role))
    refuse_database(errc::invalid, "a role is named by lower-case letters, digits and underscores");
  std::int64_t expected = 1;
  for (const sql::table& each : sql::tables())
    if (belonging_of(each) != row_belonging::everyone) ++expected;
  pg_values wanted;
  wanted << std::string_view(options.schema) << expected << std::string_view(options.tenants_role);
  // Enabling a policy keeps everybody from the table for a moment: only when it is needed.
  const std::string done =
      ask(db,
          "SELECT 1 FROM pg_policies WHERE schemaname = $1 AND policyname = 'pawl_tenants' HAVING "
          "count(*) = $2 AND NOT EXISTS (" +
              missing_counting_functions() +
              ") AND "
              "has_schema_privilege($3, $1, 'USAGE') AND "
              "has_table_privilege($3, $1 || '.pawl_jobs', 'INSERT') AND "
              "has_table_privilege($3, $1 || '.pawl_controls', 'SELECT')",
          wanted);
  if (!done.empty()) return;
  db.begin_deadline();
  db.begin();
  db.send("SELECT pg_advisory_xact_lock(hashtext('pawl migration'))");
  db.send("SET LOCAL search_path TO " + options.schema);
  run_script(db, row_policies(options.schema));
  run_script(db, grants_for(options.schema, options.tenants_role));
  db.commit();
}

}  // namespace pawl::storage::detail
