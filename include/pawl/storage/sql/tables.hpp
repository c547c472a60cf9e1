// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/storage/sql/columns.hpp>

/// The tables of a store in a database: one description, from which each dialect and every
/// statement is written, and the page that documents them.

namespace pawl::sql {

/// What `pawl_schema` says of a database with these tables.
inline constexpr int schema_version = 4;

/// Where the numbers of a table's rows come from.
enum class numbering : unsigned char {
  given,        ///< by the statement that inserts the row, or none
  counted,      ///< by the database
  counted_once  ///< by the database, and none is used again after its row was deleted
};

/// The columns of a table: those of the list of its rows, or spelled out where its rows are never
/// handled as a whole.
struct table_columns {
  slice<column> (*of_list)() = nullptr;
  slice<column> spelled{};

  [[nodiscard]] slice<column> get() const { return of_list != nullptr ? of_list() : spelled; }
};

struct table {
  text name{};
  text meaning{};
  table_columns columns{};
  text primary_key{};
  pawl::sql::numbering numbering{};
  text check{};  ///< a condition on every row; may have holes, see `compose`
};

struct index {
  text name{};
  text table{};
  text columns{};
  bool unique = false;
  text where{};  ///< a partial index holds only these rows; may have holes
  text meaning{};
};

namespace detail {

using enum column_type;
using enum numbering;

inline constexpr column names_columns[] = {
    {"number", integer, "stands for the name in all other tables", numbered},
    {"name", words, "of a tenant, a job type, or a limit"}};

inline constexpr column types_columns[] = {{"handler", integer, "the job type"},
                                           {"lifecycle", words, "that its jobs live by"}};

inline constexpr column payloads_columns[] = {{"handler", integer, "the job type"},
                                              {"version", integer, "of its payload"},
                                              {"form", bytes, "the version's fingerprint"}};

inline constexpr column definitions_columns[] = {
    {"number", integer, "", numbered},
    {"handler", integer, "the job type"},
    {"fingerprint", bytes, "SHA-256 of the definition"},
    {"definition", words, "lifecycle, retry, limits, retention and versions, as text"},
    {"learnt_at", integer, "when a process last said so, on the store's own line of time"}};

inline constexpr column clock_columns[] = {
    {"line", integer, "1: there is one"},
    {"boot_id", words, "the start of the machine that the offset belongs to"},
    {"offset_ms", integer, "elapsed = milliseconds since that start + offset"},
    {"wall", integer, "when this was last written, since 1970"},
    {"elapsed", integer, "and on the line"}};

inline constexpr column keys_columns[] = {{"tenant", integer},
                                          {"handler", integer},
                                          {"key", words, "as it was given"},
                                          {"job", integer, "that it made"},
                                          {"payload", bytes, "SHA-256"},
                                          {"created_at", integer, "on the store's own line"}};

inline constexpr column limits_columns[] = {{"lim", integer, "the limit"},
                                            {"count", integer, "that an operator has set"}};

inline constexpr column controls_columns[] = {
    {"handler", integer, "the job type"},
    {"paused", integer, "1: none of its jobs is claimed"},
    {"draining", integer, "1: no more of them are submitted"}};

inline constexpr column slots_columns[] = {{"lim", integer, "the limit"},
                                           {"key", words, "what it counts by"},
                                           {"number", integer, "1 to the limit"},
                                           {"job", integer, "that holds it"},
                                           {"until_end", integer, "1: not only while it runs"}};

inline constexpr column declarations_columns[] = {
    {"lim", integer, "the limit"},
    {"owner", integer, "who declares it"},
    {"handler", integer, "the job type"},
    {"point", integer, "0 checked at submission, 1 at a claim"},
    {"key", words, "what it counts by"},
    {"count", integer, "how many it allows"},
    {"most", integer, "that an operator may set"}};

inline constexpr column rechecks_columns[] = {
    {"lim", integer, "the limit"},
    {"after_key", words, "the last key that was looked at", nullable}};

inline constexpr column rates_columns[] = {
    {"lim", integer, "the limit"},
    {"key", words, "what it counts by"},
    {"even_at", integer, "nanoseconds on the store's own line"}};

inline constexpr column parked_columns[] = {{"lim", integer, "the limit"},
                                            {"key", words, "what it counts by"},
                                            {"sort_key", integer, "of the job, in the queue"},
                                            {"job", integer, "that waits for a slot"}};

inline constexpr column dependencies_columns[] = {{"job", integer, "that waits"},
                                                  {"awaited", integer, "that it waits for"}};

inline constexpr column uniques_columns[] = {
    {"tenant", integer},
    {"handler", integer},
    {"value", words, "what its jobs are unique by"},
    {"job", integer, "that lives and has it"},
    {"since", integer,
     "when the first of those came that followed each other, on the store's own line of time"}};

inline constexpr column releases_columns[] = {
    {"job", integer, "that has ended and is still waited for"}};

inline constexpr column details_columns[] = {
    {"job", integer},
    {"kind", integer,
     "{detail.checkpoint} checkpoint, {detail.artifact} artifact, {detail.audit} audit field, "
     "{detail.cancel_reason} why a cancel was asked for, {detail.cancel_actor} by whom, "
     "{detail.link} until when a result is to be had, and where"},
    {"name", words},
    {"version", integer, "of an artifact: 1, 2, 3, …"},
    {"value", bytes}};

inline constexpr column inbox_columns[] = {{"job", integer},
                                           {"event_id", words},
                                           {"content", bytes, "SHA-256"},
                                           {"state", words, "that the event led to"}};

inline constexpr column dead_letters_columns[] = {
    {"job", integer},
    {"tenant", integer},
    {"handler", integer},
    {"at", integer},
    {"replayed_as", bytes, "the newest job that repeats it", nullable},
    {"lies_since", integer,
     "on the store's own line of time; none if it repeats another or was repeated", nullable}};

inline constexpr column owners_columns[] = {
    {"owner", integer, "never used again", numbered},
    {"label", words, "for people"},
    {"seen_at", integer, "on the store's own line of time"},
    {"boot_id", words, "which start of the machine that was"},
    {"ended", words,
     "attempts that had ended since the sign of life before: for each job type a line with how "
     "many "
     "did, and how many of them failed",
     nullable}};

template <std::size_t Count>
constexpr table_columns all_of(const column (&columns)[Count]) {
  return {nullptr, {columns, Count}};
}
template <class List>
constexpr table_columns all_of() {
  return {&columns_of<List>, {}};
}

inline constexpr table tables[] = {
    {"pawl_names", "The dictionary: every other table holds numbers.", all_of(names_columns),
     "number", counted},
    {"pawl_types", "Job types that some process has known.", all_of(types_columns), "handler"},
    {"pawl_payloads", "What payloads look like.", all_of(payloads_columns), "handler, version"},
    {"pawl_definitions",
     "What job types are, by each definition that some process has had: enough to act on their "
     "jobs without it.",
     all_of(definitions_columns), "number", counted},
    {"pawl_clock",
     "The store's own line of time, which goes on when the wall clock is set: what is due is due "
     "on it.",
     all_of(clock_columns), "line"},
    {"pawl_jobs", "What was submitted. Never changes.", all_of<jobs_list>(), "key", counted},
    {"pawl_queue", "The jobs that live: narrow rows, deleted when the job ends.",
     all_of<queue_list>(), "key", given,
     "(phase IN ({phase.held}, {phase.running})) = (owner IS NOT NULL)"},
    {"pawl_outcomes", "The jobs that have ended.", all_of<outcomes_list>(), "key"},
    {"pawl_events", "What happened, in the order in which it was committed.", all_of<events_list>(),
     "feed", counted},
    {"pawl_keys", "Idempotency keys.", all_of(keys_columns), "tenant, handler, key"},
    {"pawl_limits", "Limits whose count was set at run time, for all processes.",
     all_of(limits_columns), "lim"},
    {"pawl_controls", "Job types that an operator has paused or drained, for all processes.",
     all_of(controls_columns), "handler"},
    {"pawl_slots", "Counted limits: one row for each job that is counted.", all_of(slots_columns),
     "lim, key, number"},
    {"pawl_declarations",
     "Which limits living processes declare. Where they differ, the strictest holds.",
     all_of(declarations_columns), "lim, owner"},
    {"pawl_rechecks", "Limits whose parked jobs are to be looked at again.",
     all_of(rechecks_columns), "lim"},
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
    {"pawl_callbacks", "Ended jobs whose handlers want to be told.", all_of<callbacks_list>(),
     "job"},
    {"pawl_schedules", "Jobs that are made by themselves.", all_of<schedules_list>(), "number",
     counted_once},
    {"pawl_uniques", "What living jobs are unique by.", all_of(uniques_columns),
     "tenant, handler, value"}};

inline constexpr index indexes[] = {
    {"pawl_names_name", "pawl_names", "name", true, "", ""},
    {"pawl_definitions_handler", "pawl_definitions", "handler, fingerprint", true, "", ""},
    {"pawl_jobs_id", "pawl_jobs", "id", true, "", "a job by its UUID"},
    {"pawl_jobs_list", "pawl_jobs", "tenant, key", false, "", "newest first"},
    {"pawl_queue_ready", "pawl_queue", "handler, format, tenant, order_at", false,
     "phase = {phase.ready}", "what can be claimed"},
    {"pawl_queue_scheduled", "pawl_queue", "handler, format, order_at", false,
     "phase = {phase.scheduled}", "what becomes ready next"},
    {"pawl_queue_leased", "pawl_queue", "owner", false, "owner IS NOT NULL", "who holds what"},
    {"pawl_outcomes_prune", "pawl_outcomes", "handler, prune_at", false, "", "what goes next"},
    {"pawl_outcomes_failed", "pawl_outcomes", "state, tenant", false, "kind <> {kind.success}",
     "what did not succeed, by its state"},
    {"pawl_events_job", "pawl_events", "job, number", true, "", "the history of a job"},
    {"pawl_slots_job", "pawl_slots", "job", false, "", ""},
    {"pawl_declarations_handler", "pawl_declarations", "handler", false, "", ""},
    {"pawl_declarations_owner", "pawl_declarations", "owner", false, "", ""},
    {"pawl_parked_job", "pawl_parked", "job", false, "", ""},
    {"pawl_dependencies_awaited", "pawl_dependencies", "awaited", false, "", ""},
    {"pawl_dead_letters_list", "pawl_dead_letters", "tenant, job", false, "", ""},
    {"pawl_dead_letters_due", "pawl_dead_letters", "handler, lies_since", false,
     "lies_since IS NOT NULL", "what is submitted again next"},
    {"pawl_callbacks_due", "pawl_callbacks", "handler, due_at", false, "", ""},
    {"pawl_schedules_name", "pawl_schedules", "tenant, handler, name", true, "", ""},
    {"pawl_schedules_due", "pawl_schedules", "handler, due_at", false, "paused = 0",
     "what is fired next, of each type"},
    {"pawl_schedules_next", "pawl_schedules", "due_at", false, "paused = 0", "and of all"},
    {"pawl_uniques_job", "pawl_uniques", "job", false, "", ""}};

}  // namespace detail

[[nodiscard]] inline slice<table> tables() {
  return {detail::tables, sizeof detail::tables / sizeof detail::tables[0]};
}
[[nodiscard]] inline slice<index> indexes() {
  return {detail::indexes, sizeof detail::indexes / sizeof detail::indexes[0]};
}

}  // namespace pawl::sql
