// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>

#include <pawl/lifecycle/sql.hpp>

/// The tables of a store in a database: one description, from which each dialect is written, and
/// the page that documents them.

namespace pawl::sql {

/// What `pawl_schema` says of a database with these tables.
inline constexpr int schema_version = 1;

enum class column_type : unsigned char { integer, words, bytes };

struct column {
  text name{};
  column_type type{};
  bool required = true;  ///< NOT NULL
  text meaning{};
};

/// Where the numbers of a table's rows come from.
enum class numbering : unsigned char {
  given,        ///< by whoever inserts the row, or there are none
  counted,      ///< by the database
  counted_once  ///< by the database, and none is used again after its row was deleted
};

struct table {
  text name{};
  text meaning{};
  slice<column> columns{};
  text primary_key{};
  pawl::sql::numbering numbering{};
  text check{};  ///< a condition on every row
};

struct index {
  text name{};
  text table{};
  text columns{};
  bool unique = false;
  text where{};  ///< a partial index holds only these rows
  text meaning{};
};

namespace detail {

using enum column_type;
using enum numbering;

inline constexpr column names_columns[] = {
    {"number", integer, true, "stands for the name in all other tables"},
    {"name", words, true, "of a tenant, a job type, or a limit"}};

inline constexpr column types_columns[] = {{"handler", integer, true, "the job type"},
                                           {"lifecycle", words, true, "that its jobs live by"}};

inline constexpr column jobs_columns[] = {
    {"key", integer, true, "the job's number inside the store"},
    {"id", bytes, true, "its UUID"},
    {"tenant", integer, true, ""},
    {"handler", integer, true, "its type"},
    {"created_at", integer, true, "milliseconds since 1970, like all times but leases"},
    {"payload_version", integer, true, ""},
    {"payload", bytes, true, ""},
    {"requested_by", words, true, ""},
    {"organisation", words, true, ""},
    {"subject", words, true, "what the job is about"},
    {"correlation", words, true, ""},
    {"traceparent", words, true, ""},
    {"metadata", words, true, "opaque JSON"},
    {"idempotency_key", words, true, "empty: none"},
    {"parent", bytes, false, "the dead job that this one repeats"},
    {"rank", integer, true, "priority; the least urgent is 0"},
    {"max_attempts", integer, true, ""},
    {"retry_initial", integer, false, "overrides of the type's backoff"},
    {"retry_cap", integer, false, ""},
    {"retry_multiplier", integer, false, "thousandths"},
    {"limit_keys", words, true, "what the limits of its type count it under"}};

inline constexpr column queue_columns[] = {
    {"key", integer, true, "of the job"},
    {"handler", integer, true, ""},
    {"tenant", integer, true, ""},
    {"rank", integer, true, ""},
    {"max_attempts", integer, true, ""},
    {"version", integer, true, "of the payload"},
    {"state", words, true, "as the lifecycle calls it"},
    {"phase", integer, true, "0 blocked, 1 scheduled, 2 ready, 3 held, 4 running"},
    {"order_at", integer, true,
     "ready or held: the smallest goes first; else: when it becomes ready"},
    {"owner", integer, false, "who holds it"},
    {"lease_ms", integer, true, "how long the owner may be silent"},
    {"fence", integer, true, "grows with each claim and each change from outside"},
    {"events", integer, true, "the number of its newest event"},
    {"error_event", integer, true, "the event that tells of its last failure; 0: none"},
    {"attempt", integer, true, "charged starts since progress was last made"},
    {"retries", integer, true, "decisions that kept a failing job alive"},
    {"progress", integer, true, "0 to 100"},
    {"stage", words, true, ""},
    {"started_at", integer, true, "0: not yet"},
    {"updated_at", integer, true, ""},
    {"waiting_for", integer, true, "dependencies that have not ended"},
    {"flags", integer, true,
     "1 cancel requested, 2 has dependents, 4 has a checkpoint, 8 its last failure is retryable"}};

inline constexpr column outcomes_columns[] = {
    {"key", integer, true, "of the job"},
    {"handler", integer, true, ""},
    {"tenant", integer, true, ""},
    {"state", words, true, "the last one"},
    {"kind", integer, true, "5 success, 6 failure, 7 cancelled, 8 dead"},
    {"fence", integer, true, "the last one: a repeated success is told from a late one by it"},
    {"events", integer, true, ""},
    {"attempt", integer, true, ""},
    {"retries", integer, true, ""},
    {"progress", integer, true, ""},
    {"stage", words, true, ""},
    {"started_at", integer, true, ""},
    {"completed_at", integer, true, ""},
    {"prune_at", integer, true, "when its events go; then, when it goes itself"},
    {"has_events", integer, true, ""},
    {"result", bytes, false, ""},
    {"error_code", words, false, ""},
    {"error_message", words, false, "a tenant may read it"},
    {"error_detail", words, false, "for operators only"},
    {"error_state", words, false, ""},
    {"retryable", integer, true, ""},
    {"cancel_reason", words, true, ""}};

inline constexpr column events_columns[] = {
    {"feed", integer, true, "its place among the events of all jobs"},
    {"job", integer, true, ""},
    {"number", integer, true, "1, 2, 3, … for each job"},
    {"kind", integer, true, "0 transition, 1 progress, 2 message"},
    {"at", integer, true, ""},
    {"event", words, true, ""},
    {"from_state", words, true, ""},
    {"to_state", words, true, ""},
    {"attempt", integer, true, ""},
    {"progress", integer, true, ""},
    {"stage", words, true, ""},
    {"message", words, true, ""},
    {"error", words, true, ""},
    {"detail", words, true, ""}};

inline constexpr column keys_columns[] = {
    {"tenant", integer, true, ""},           {"handler", integer, true, ""},
    {"key", words, true, "as it was given"}, {"job", integer, true, "that it made"},
    {"payload", bytes, true, "SHA-256"},     {"created_at", integer, true, ""}};

inline constexpr column slots_columns[] = {{"lim", integer, true, "the limit"},
                                           {"key", words, true, "what it counts by"},
                                           {"number", integer, true, "1 to the limit"},
                                           {"job", integer, true, "that holds it"}};

inline constexpr column rates_columns[] = {{"lim", integer, true, "the limit"},
                                           {"key", words, true, "what it counts by"},
                                           {"even_at", integer, true, "nanoseconds since 1970"}};

inline constexpr column parked_columns[] = {{"lim", integer, true, "the limit"},
                                            {"key", words, true, "what it counts by"},
                                            {"sort_key", integer, true, "of the job, in the queue"},
                                            {"job", integer, true, "that waits for a slot"}};

inline constexpr column dependencies_columns[] = {{"job", integer, true, "that waits"},
                                                  {"awaited", integer, true, "that it waits for"}};

inline constexpr column releases_columns[] = {
    {"job", integer, true, "that has ended and is still waited for"}};

inline constexpr column details_columns[] = {
    {"job", integer, true, ""},
    {"kind", integer, true, "0 checkpoint, 1 artifact, 2 audit field, 3 why it was cancelled"},
    {"name", words, true, ""},
    {"version", integer, true, "of an artifact: 1, 2, 3, …"},
    {"value", bytes, true, ""}};

inline constexpr column inbox_columns[] = {{"job", integer, true, ""},
                                           {"event_id", words, true, ""},
                                           {"content", bytes, true, "SHA-256"},
                                           {"state", words, true, "that the event led to"}};

inline constexpr column dead_letters_columns[] = {
    {"job", integer, true, ""},
    {"tenant", integer, true, ""},
    {"handler", integer, true, ""},
    {"at", integer, true, ""},
    {"replayed_as", bytes, false, "the newest job that repeats it"}};

inline constexpr column owners_columns[] = {
    {"owner", integer, true, "never used again"},
    {"label", words, true, "for people"},
    {"seen_at", integer, true, "milliseconds since the machine was started"},
    {"boot_id", words, true, "which start of the machine that was"}};

inline constexpr column callbacks_columns[] = {{"job", integer, true, "that has ended"},
                                               {"handler", integer, true, ""},
                                               {"tries", integer, true, ""},
                                               {"due_at", integer, true, ""}};

template <std::size_t Count>
constexpr slice<column> all_of(const column (&columns)[Count]) {
  return {columns, Count};
}

inline constexpr table tables[] = {
    {"pawl_names", "The dictionary: every other table holds numbers.", all_of(names_columns),
     "number", counted},
    {"pawl_types", "Job types that some process has known.", all_of(types_columns), "handler"},
    {"pawl_jobs", "What was submitted. Never changes.", all_of(jobs_columns), "key", counted},
    {"pawl_queue", "The jobs that live: narrow rows, deleted when the job ends.",
     all_of(queue_columns), "key", given, "(phase IN (3, 4)) = (owner IS NOT NULL)"},
    {"pawl_outcomes", "The jobs that have ended.", all_of(outcomes_columns), "key"},
    {"pawl_events", "What happened, in the order in which it was committed.",
     all_of(events_columns), "feed", counted},
    {"pawl_keys", "Idempotency keys.", all_of(keys_columns), "tenant, handler, key"},
    {"pawl_slots", "Counted limits: one row for each job that is counted.", all_of(slots_columns),
     "lim, key, number"},
    {"pawl_rates", "Rates: when a key will have made up for what it sent.", all_of(rates_columns),
     "lim, key"},
    {"pawl_parked", "Jobs that wait for a slot.", all_of(parked_columns),
     "lim, key, sort_key, job"},
    {"pawl_dependencies", "Who waits for whom.", all_of(dependencies_columns), "job, awaited"},
    {"pawl_releases", "Ended jobs whose dependents have not all been told.",
     all_of(releases_columns), "job"},
    {"pawl_details", "Checkpoints, artifacts and audit fields.", all_of(details_columns),
     "job, kind, name, version"},
    {"pawl_inbox", "Events from outside that came with an id.", all_of(inbox_columns),
     "job, event_id"},
    {"pawl_dead_letters", "Jobs that were given up.", all_of(dead_letters_columns), "job"},
    {"pawl_owners", "Processes that run jobs.", all_of(owners_columns), "owner", counted_once},
    {"pawl_callbacks", "Ended jobs whose handlers want to be told.", all_of(callbacks_columns),
     "job"}};

inline constexpr index indexes[] = {
    {"pawl_names_name", "pawl_names", "name", true, "", ""},
    {"pawl_jobs_id", "pawl_jobs", "id", true, "", "a job by its UUID"},
    {"pawl_jobs_list", "pawl_jobs", "tenant, created_at, key", false, "", "newest first"},
    {"pawl_queue_ready", "pawl_queue", "handler, tenant, order_at", false, "phase = 2",
     "what can be claimed"},
    {"pawl_queue_scheduled", "pawl_queue", "handler, order_at", false, "phase = 1",
     "what becomes ready next"},
    {"pawl_queue_leased", "pawl_queue", "owner", false, "owner IS NOT NULL", "who holds what"},
    {"pawl_outcomes_prune", "pawl_outcomes", "handler, prune_at", false, "", "what goes next"},
    {"pawl_outcomes_failed", "pawl_outcomes", "state, tenant", false, "kind <> 5",
     "what did not succeed, by its state"},
    {"pawl_events_job", "pawl_events", "job, number", true, "", "the history of a job"},
    {"pawl_slots_job", "pawl_slots", "job", false, "", ""},
    {"pawl_parked_job", "pawl_parked", "job", false, "", ""},
    {"pawl_dependencies_awaited", "pawl_dependencies", "awaited", false, "", ""},
    {"pawl_dead_letters_list", "pawl_dead_letters", "tenant, job", false, "", ""},
    {"pawl_callbacks_due", "pawl_callbacks", "handler, due_at", false, "", ""}};

inline void put(std::string& out, text words) { out.append(words.data(), words.size()); }

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
    return how == counted_once ? text(" PRIMARY KEY AUTOINCREMENT") : text(" PRIMARY KEY");
  return how == given ? text(" PRIMARY KEY") : text(" PRIMARY KEY GENERATED ALWAYS AS IDENTITY");
}

}  // namespace detail

[[nodiscard]] inline slice<table> tables() {
  return {detail::tables, sizeof detail::tables / sizeof detail::tables[0]};
}
[[nodiscard]] inline slice<index> indexes() {
  return {detail::indexes, sizeof detail::indexes / sizeof detail::indexes[0]};
}

/// `CREATE TABLE …;` in a dialect.
[[nodiscard]] inline std::string create(dialect to, const table& of) {
  std::string out = "CREATE TABLE ";
  detail::put(out, of.name);
  out += " (";
  const bool one_column = of.columns[0].name == of.primary_key;
  for (const column& each : of.columns) {
    if (&each != of.columns.begin()) out += ',';
    out += "\n  ";
    detail::put(out, each.name);
    out += ' ';
    detail::put(out, detail::type_name(to, each.type));
    if (one_column && &each == of.columns.begin())
      detail::put(out, detail::key_clause(to, of.numbering));
    else if (each.required)
      out += " NOT NULL";
  }
  if (!one_column) {
    out += ",\n  PRIMARY KEY (";
    detail::put(out, of.primary_key);
    out += ')';
  }
  if (!of.check.empty()) {
    out += ",\n  CHECK (";
    detail::put(out, of.check);
    out += ')';
  }
  out += !one_column && to == dialect::sqlite ? "\n) WITHOUT ROWID;\n" : "\n);\n";
  return out;
}

[[nodiscard]] inline std::string create(const index& of) {
  std::string out = of.unique ? "CREATE UNIQUE INDEX " : "CREATE INDEX ";
  detail::put(out, of.name);
  out += " ON ";
  detail::put(out, of.table);
  out += " (";
  detail::put(out, of.columns);
  out += ')';
  if (!of.where.empty()) {
    out += " WHERE ";
    detail::put(out, of.where);
  }
  out += ";\n";
  return out;
}

/// Two triggers that refuse what the lifecycles forbid, whoever writes: on rows that live on, and
/// on rows that end.
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

/// Everything that a database needs before the first job: tables, indexes, and the two guards.
template <dialect To>
[[nodiscard]] std::string create_schema(bool guarded) {
  std::string out;
  detail::put(out, transitions_table<To>());
  for (const table& each : tables()) out += create(To, each);
  for (const index& each : indexes()) out += create(each);
  if (guarded) out += guards(To);
  return out;
}

}  // namespace pawl::sql
