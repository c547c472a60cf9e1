// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>

#include <pawl/lifecycle/sql.hpp>
#include <pawl/storage/sql/schema.hpp>

/// Every statement that a store sends to a database. Nothing else in the library is SQL, and values
/// are always bound: no text from outside becomes part of one.
///
/// Written in what SQLite and PostgreSQL have in common, with SQLite's `?1`, and with holes for
/// what the lists of the columns and the enumerations say (`compose`); `in_dialect` gives the text
/// that a database takes, when a statement is prepared.

namespace pawl::sql {

enum class query : unsigned char {
  find_name,
  insert_name,
  name_of,
  put_type,
  put_definition,
  definitions,
  handlers,
  payload_form,
  put_payload_form,
  time_line,
  put_time_line,
  last_key,
  greatest_id,
  find_job,
  insert_job,
  job,
  id_of,
  claim_parts,
  queued,
  insert_queued,
  update_queued,
  touch_queued,
  pass_through,
  delete_queued,
  count_ready,
  count_ready_of,
  count_delayed,
  delayed_by_tenant,
  depth_of,
  ready_format_after,
  scheduled_format_after,
  head_after,
  ready,
  due,
  next_due,
  leased_by,
  outcome,
  insert_outcome,
  insert_event,
  failure_of,
  entered_by,
  find_key,
  key_of,
  put_key,
  find_unique,
  put_unique,
  remove_unique,
  configured,
  configure,
  controls,
  set_control,
  remove_control,
  slots,
  take_slot,
  holds_slot,
  free_slots,
  free_running_slots,
  rate,
  set_rate,
  park,
  first_parked,
  first_parked_key,
  parked_key_after,
  remove_parked,
  declare,
  undeclare,
  declared,
  declaration,
  put_recheck,
  next_recheck,
  remove_recheck,
  insert_dependency,
  remove_dependency,
  remove_dependencies,
  remove_dependents,
  dependents_of,
  insert_release,
  next_release,
  remove_release,
  put_detail,
  find_detail,
  newest_version,
  finding_sizes,
  remove_details,
  details,
  find_inbox,
  put_inbox,
  insert_dead_letter,
  is_dead_letter,
  is_replayed,
  mark_replayed,
  fresh_dead_letters,
  fresh_dead_letters_of,
  due_dead_letters,
  postpone_dead_letter,
  insert_owner,
  owner,
  see_owner,
  delete_owner,
  owners,
  insert_callback,
  update_callback,
  delete_callback,
  callback,
  due_callbacks,
  called_callbacks,
  insert_schedule,
  update_schedule,
  delete_schedule,
  schedule,
  find_schedule,
  schedules,
  schedules_called,
  due_schedules,
  next_schedule,
  next_schedules,
  finished_handler_after,
  prunable,
  count_finished,
  beyond_count,
  forget_events,
  forget_output,
  forget_key,
  forget_job,
  forget_outcome,
  forget_details,
  forget_inbox,
  forget_dead_letter,
  postpone_prune,
  record,
  lifecycle_of,
  result_of,
  events_of,
  feed,
  feed_of,
  newest_event,
  newest_job,
  new_jobs,
  new_jobs_of,
  count_events,
  count_living,
  count_ended,
  count_dead_letters,
  dead_letter,
  payload_of,
  tenants
};

namespace detail {

struct named_statement {
  query name;
  text sql;
  /// The number that the database gives the row. SQLite tells it without being asked; with
  /// RETURNING it would make a temporary table for each row, and take twice as long.
  text numbered = {};
};

inline constexpr named_statement statements[] = {
    {query::find_name, "SELECT number FROM pawl_names WHERE name = ?1"},
    {query::insert_name, "{insert names}", "number"},
    {query::name_of, "SELECT name FROM pawl_names WHERE number = ?1"},
    {query::put_type,
     "{insert types} ON CONFLICT (handler) DO UPDATE SET lifecycle = excluded.lifecycle"},
    {query::put_definition,
     "{insert definitions} ON CONFLICT (handler, fingerprint) DO UPDATE SET learnt_at = "
     "excluded.learnt_at"},
    {query::definitions,
     "SELECT number, definition FROM pawl_definitions WHERE handler = ?1 ORDER BY learnt_at DESC, "
     "number DESC"},
    {query::handlers, "SELECT handler FROM pawl_types"},
    {query::payload_form, "SELECT form FROM pawl_payloads WHERE handler = ?1 AND version = ?2"},
    {query::put_payload_form, "{insert payloads}"},
    {query::time_line, "SELECT boot_id, offset_ms, wall, elapsed FROM pawl_clock WHERE line = 1"},
    {query::put_time_line,
     "{insert clock} ON CONFLICT (line) DO UPDATE SET boot_id = excluded.boot_id, "
     "offset_ms = excluded.offset_ms, wall = excluded.wall, elapsed = excluded.elapsed"},
    {query::last_key, "SELECT key FROM pawl_jobs ORDER BY key DESC LIMIT 1"},
    {query::greatest_id, "SELECT id FROM pawl_jobs ORDER BY id DESC LIMIT 1"},

    {query::find_job, "SELECT key, tenant FROM pawl_jobs WHERE id = ?1"},
    {query::insert_job, "{insert jobs}", "key"},
    {query::job, "SELECT {jobs} FROM pawl_jobs WHERE key = ?1"},
    {query::id_of, "SELECT id FROM pawl_jobs WHERE key = ?1"},

    {query::claim_parts, "SELECT {jobs:handed over} FROM pawl_jobs WHERE key >= ?1 ORDER BY key"},

    {query::queued, "SELECT {queue} FROM pawl_queue WHERE key = ?1"},
    {query::insert_queued, "{insert queue}"},
    {query::update_queued, "UPDATE pawl_queue {set queue:changing} WHERE key = ?1 AND fence = ?2"},
    {query::touch_queued, "UPDATE pawl_queue {set queue:reported} WHERE key = ?1 AND fence = ?2"},
    {query::pass_through, "UPDATE pawl_queue SET state = ?1 WHERE key = ?2"},
    {query::delete_queued, "DELETE FROM pawl_queue WHERE key = ?1"},
    // Up to a limit, so that it is cheap however many there are.
    {query::count_ready,
     "SELECT count(*) FROM (SELECT 1 FROM pawl_queue WHERE phase = {phase.ready} LIMIT ?1) AS "
     "waiting"},
    // Those of one tenant stand together in each lane: the lanes are found one after the other.
    {query::count_ready_of,
     "WITH RECURSIVE handlers(handler) AS (SELECT (SELECT q.handler FROM pawl_queue AS q WHERE "
     "q.phase = {phase.ready} ORDER BY q.handler LIMIT 1) UNION ALL SELECT (SELECT q.handler FROM "
     "pawl_queue AS q WHERE q.phase = {phase.ready} AND q.handler > h.handler ORDER BY q.handler "
     "LIMIT 1) FROM handlers AS h WHERE h.handler IS NOT NULL), lanes(handler, format) AS (SELECT "
     "h.handler, (SELECT q.format FROM pawl_queue AS q WHERE q.phase = {phase.ready} AND q.handler "
     "= h.handler ORDER BY q.format LIMIT 1) FROM handlers AS h WHERE h.handler IS NOT NULL UNION "
     "ALL SELECT l.handler, (SELECT q.format FROM pawl_queue AS q WHERE q.phase = {phase.ready} "
     "AND q.handler = l.handler AND q.format > l.format ORDER BY q.format LIMIT 1) FROM lanes AS l "
     "WHERE l.format IS NOT NULL) "
     "SELECT count(*) FROM (SELECT 1 FROM lanes AS l CROSS JOIN pawl_queue AS q WHERE q.phase = "
     "{phase.ready} AND q.handler = l.handler AND q.format = l.format AND q.tenant = ?1 LIMIT ?2) "
     "AS waiting"},
    {query::count_delayed,
     "SELECT (SELECT count(*) FROM (SELECT 1 FROM pawl_queue WHERE phase = {phase.scheduled} LIMIT "
     "?1) AS put_off) + (SELECT count(*) FROM (SELECT DISTINCT job FROM pawl_dependencies LIMIT "
     "?1) AS waiting)"},
    {query::delayed_by_tenant,
     "SELECT tenant, count(*) FROM pawl_queue WHERE phase = {phase.scheduled} GROUP BY tenant "
     "UNION ALL SELECT q.tenant, count(*) FROM (SELECT DISTINCT job FROM pawl_dependencies) AS d "
     "JOIN pawl_queue AS q ON q.key = d.job GROUP BY q.tenant"},
    // Two counts, because each has an index of its own.
    {query::depth_of,
     "SELECT (SELECT count(*) FROM pawl_queue WHERE phase = {phase.ready} AND handler = ?1) + "
     "(SELECT count(*) FROM pawl_queue WHERE phase = {phase.scheduled} AND handler = ?1)"},
    {query::ready_format_after,
     "SELECT format FROM pawl_queue WHERE phase = {phase.ready} AND handler = ?1 AND format > ?2 "
     "ORDER BY format LIMIT 1"},
    {query::scheduled_format_after,
     "SELECT format FROM pawl_queue WHERE phase = {phase.scheduled} AND handler = ?1 AND format > "
     "?2 ORDER BY format LIMIT 1"},
    {query::head_after,
     "SELECT tenant FROM pawl_queue WHERE phase = {phase.ready} AND handler = ?1 AND format = ?2 "
     "AND tenant > ?3 ORDER BY tenant LIMIT 1"},
    {query::ready,
     "SELECT {queue} FROM pawl_queue WHERE phase = {phase.ready} AND handler = ?1 AND format = ?2 "
     "AND tenant = ?3 ORDER BY order_at, key LIMIT ?5 OFFSET ?4"},
    {query::due,
     "SELECT {queue} FROM pawl_queue WHERE phase = {phase.scheduled} AND handler = ?1 AND format = "
     "?2 AND order_at BETWEEN ?3 AND ?4 ORDER BY order_at LIMIT ?5"},
    {query::next_due,
     "SELECT min(order_at) FROM pawl_queue WHERE phase = {phase.scheduled} AND handler = ?1 AND "
     "format = ?2 AND order_at >= ?3"},
    {query::leased_by,
     "SELECT {queue} FROM pawl_queue WHERE owner = ?1 AND key > ?2 ORDER BY key LIMIT ?3"},

    {query::outcome, "SELECT {outcomes} FROM pawl_outcomes WHERE key = ?1"},
    {query::insert_outcome, "{insert outcomes}"},

    {query::insert_event, "{insert events}"},
    {query::failure_of,
     "SELECT error, message, detail, from_state FROM pawl_events WHERE job = ?1 AND number = ?2"},
    {query::entered_by,
     "SELECT coalesce(max(number), 0) FROM pawl_events WHERE job = ?1 "
     "AND kind = {event.transition} AND to_state = ?2 AND from_state <> ?2"},

    {query::find_key,
     "SELECT job, payload, created_at FROM pawl_keys WHERE tenant = ?1 AND handler = ?2 "
     "AND key = ?3"},
    {query::key_of,
     "SELECT k.job, k.payload, k.created_at FROM pawl_jobs AS j JOIN pawl_keys AS k "
     "ON k.tenant = j.tenant AND k.handler = j.handler AND k.key = j.idempotency_key "
     "WHERE j.key = ?1 AND k.job = ?1"},
    {query::put_key,
     "{insert keys} ON CONFLICT (tenant, handler, key) DO UPDATE SET "
     "job = excluded.job, payload = excluded.payload, created_at = excluded.created_at"},

    {query::find_unique,
     "SELECT job, since FROM pawl_uniques WHERE tenant = ?1 AND handler = ?2 AND value = ?3"},
    {query::put_unique,
     "{insert uniques} ON CONFLICT (tenant, handler, value) DO UPDATE SET job = excluded.job, "
     "since = excluded.since"},
    {query::remove_unique, "DELETE FROM pawl_uniques WHERE job = ?1"},

    {query::configured, "SELECT count FROM pawl_limits WHERE lim = ?1"},
    {query::configure, "{insert limits} ON CONFLICT (lim) DO UPDATE SET count = excluded.count"},
    {query::controls, "SELECT handler, paused, draining FROM pawl_controls"},
    {query::set_control,
     "{insert controls} ON CONFLICT (handler) DO UPDATE SET paused = excluded.paused, draining = "
     "excluded.draining"},
    {query::remove_control, "DELETE FROM pawl_controls WHERE handler = ?1"},
    {query::slots,
     "SELECT number, job FROM pawl_slots WHERE lim = ?1 AND key = ?2 ORDER BY number"},
    {query::take_slot, "{insert slots}"},
    {query::holds_slot, "SELECT 1 FROM pawl_slots WHERE job = ?1 AND lim = ?2"},
    {query::free_slots, "DELETE FROM pawl_slots WHERE job = ?1 RETURNING lim, key"},
    {query::free_running_slots,
     "DELETE FROM pawl_slots WHERE job = ?1 AND until_end = 0 RETURNING lim, key"},
    {query::rate, "SELECT even_at FROM pawl_rates WHERE lim = ?1 AND key = ?2"},
    {query::set_rate,
     "{insert rates} ON CONFLICT (lim, key) DO UPDATE SET even_at = excluded.even_at"},
    {query::park, "{insert parked}"},
    {query::first_parked,
     "SELECT job, sort_key FROM pawl_parked WHERE lim = ?1 AND key = ?2 ORDER BY sort_key, job "
     "LIMIT 1"},
    {query::first_parked_key, "SELECT key FROM pawl_parked WHERE lim = ?1 ORDER BY key LIMIT 1"},
    {query::parked_key_after,
     "SELECT key FROM pawl_parked WHERE lim = ?1 AND key > ?2 ORDER BY key LIMIT 1"},
    {query::remove_parked, "DELETE FROM pawl_parked WHERE job = ?1"},

    {query::declare, "{insert declarations} ON CONFLICT (lim, owner) DO NOTHING"},
    {query::undeclare, "DELETE FROM pawl_declarations WHERE owner = ?1 RETURNING lim"},
    {query::declared,
     "SELECT lim, max(point), min(key), min(count), min(most) FROM pawl_declarations "
     "WHERE handler = ?1 GROUP BY lim"},
    {query::declaration,
     "SELECT lim, max(point), min(key), min(count), min(most) FROM pawl_declarations "
     "WHERE lim = ?1 GROUP BY lim"},
    {query::put_recheck,
     "{insert rechecks} ON CONFLICT (lim) DO UPDATE SET after_key = excluded.after_key"},
    {query::next_recheck, "SELECT lim, after_key FROM pawl_rechecks ORDER BY lim LIMIT 1"},
    {query::remove_recheck, "DELETE FROM pawl_rechecks WHERE lim = ?1"},

    {query::insert_dependency, "{insert dependencies}"},
    {query::remove_dependency, "DELETE FROM pawl_dependencies WHERE job = ?1 AND awaited = ?2"},
    {query::remove_dependencies, "DELETE FROM pawl_dependencies WHERE job = ?1"},
    {query::remove_dependents, "DELETE FROM pawl_dependencies WHERE awaited = ?1"},
    {query::dependents_of,
     "SELECT job FROM pawl_dependencies WHERE awaited = ?1 ORDER BY job LIMIT ?2"},
    {query::insert_release, "{insert releases}"},
    {query::next_release, "SELECT job FROM pawl_releases ORDER BY job LIMIT 1"},
    {query::remove_release, "DELETE FROM pawl_releases WHERE job = ?1"},

    {query::put_detail,
     "{insert details} ON CONFLICT (job, kind, name, version) DO UPDATE SET value = "
     "excluded.value"},
    {query::find_detail, "SELECT value FROM pawl_details WHERE job = ?1 AND kind = ?2"},
    {query::newest_version,
     "SELECT max(version) FROM pawl_details WHERE job = ?1 AND kind = ?2 AND name = ?3"},
    {query::finding_sizes,
     "SELECT kind, name, length(value) FROM pawl_details WHERE job = ?1 AND kind IN "
     "({detail.artifact}, {detail.audit})"},
    {query::remove_details, "DELETE FROM pawl_details WHERE job = ?1 AND kind = ?2"},
    {query::details,
     "SELECT kind, name, version, value FROM pawl_details WHERE job = ?1 AND kind <> "
     "{detail.checkpoint} "
     "ORDER BY kind, name, version"},

    {query::find_inbox, "SELECT content, state FROM pawl_inbox WHERE job = ?1 AND event_id = ?2"},
    {query::put_inbox, "{insert inbox}"},

    {query::insert_dead_letter, "{insert dead_letters}"},
    {query::is_dead_letter, "SELECT 1 FROM pawl_dead_letters WHERE job = ?1"},
    {query::is_replayed,
     "SELECT 1 FROM pawl_dead_letters WHERE job = ?1 AND replayed_as IS NOT NULL"},
    {query::mark_replayed,
     "UPDATE pawl_dead_letters SET replayed_as = ?1, lies_since = NULL WHERE job = ?2"},
    {query::fresh_dead_letters,
     "SELECT job FROM pawl_dead_letters WHERE handler = ?1 AND replayed_as IS NULL "
     "ORDER BY job LIMIT ?2"},
    {query::fresh_dead_letters_of,
     "SELECT job FROM pawl_dead_letters WHERE handler = ?1 AND tenant = ?3 AND replayed_as IS NULL "
     "ORDER BY job LIMIT ?2"},

    {query::due_dead_letters,
     "SELECT job FROM pawl_dead_letters WHERE handler = ?1 AND lies_since <= ?2 "
     "ORDER BY lies_since, job LIMIT ?3"},
    {query::postpone_dead_letter, "UPDATE pawl_dead_letters SET lies_since = ?1 WHERE job = ?2"},

    {query::insert_owner, "{insert owners}", "owner"},
    {query::owner,
     "SELECT seen_at, boot_id, label, coalesce(ended, '') FROM pawl_owners "
     "WHERE owner = ?1"},
    {query::see_owner,
     "UPDATE pawl_owners SET seen_at = ?1, boot_id = ?2, ended = ?3 WHERE owner = ?4"},
    {query::delete_owner, "DELETE FROM pawl_owners WHERE owner = ?1"},
    {query::owners,
     "SELECT owner FROM pawl_owners UNION "
     "SELECT owner FROM pawl_queue WHERE owner IS NOT NULL ORDER BY 1"},

    {query::insert_callback, "{insert callbacks}"},
    {query::update_callback, "UPDATE pawl_callbacks {set callbacks:changing} WHERE job = ?1"},
    {query::delete_callback, "DELETE FROM pawl_callbacks WHERE job = ?1"},
    {query::callback, "SELECT {callbacks} FROM pawl_callbacks WHERE job = ?1"},
    {query::due_callbacks,
     "SELECT {c.callbacks} FROM pawl_callbacks AS c WHERE c.handler = ?1 AND c.due_at <= ?2 AND "
     "NOT "
     "EXISTS (SELECT 1 FROM pawl_jobs AS j WHERE j.key = c.job AND j.payload_version > ?3) ORDER "
     "BY c.due_at, c.job LIMIT ?4"},
    {query::called_callbacks,
     "SELECT {callbacks} FROM pawl_callbacks WHERE handler = ?1 AND due_at >= ?2 ORDER BY job"},

    {query::insert_schedule, "{insert schedules}", "number"},
    {query::update_schedule, "UPDATE pawl_schedules {set schedules:changing} WHERE number = ?1"},
    {query::delete_schedule, "DELETE FROM pawl_schedules WHERE number = ?1"},
    {query::schedule, "SELECT {schedules} FROM pawl_schedules WHERE number = ?1"},
    {query::find_schedule,
     "SELECT {schedules} FROM pawl_schedules WHERE tenant = ?1 AND handler = ?2 AND name = ?3"},
    {query::schedules,
     "SELECT {schedules} FROM pawl_schedules WHERE number > ?1 AND (?3 = '' OR tenant = (SELECT "
     "number FROM pawl_names WHERE name = ?3)) AND (?4 = '' OR handler = (SELECT number FROM "
     "pawl_names WHERE name = ?4)) ORDER BY number LIMIT ?2"},
    {query::schedules_called,
     "SELECT {schedules} FROM pawl_schedules WHERE number > ?1 AND (?3 = '' OR tenant = (SELECT "
     "number FROM pawl_names WHERE name = ?3)) AND (?4 = '' OR handler = (SELECT number FROM "
     "pawl_names WHERE name = ?4)) AND name = ?5 ORDER BY number LIMIT ?2"},
    {query::due_schedules,
     "SELECT {schedules} FROM pawl_schedules WHERE handler = ?1 AND paused = 0 AND due_at >= ?2 "
     "AND due_at <= ?3 ORDER BY due_at, number LIMIT ?4"},
    {query::next_schedule,
     "SELECT due_at FROM pawl_schedules WHERE handler = ?1 AND paused = 0 AND due_at >= ?2 ORDER "
     "BY due_at LIMIT 1"},
    {query::next_schedules,
     "SELECT min(due_at) FROM pawl_schedules WHERE paused = 0 AND due_at < 0 UNION ALL SELECT "
     "min(due_at) FROM pawl_schedules WHERE paused = 0 AND due_at >= 0"},
    {query::finished_handler_after,
     "SELECT handler FROM pawl_outcomes WHERE handler > ?1 ORDER BY handler LIMIT 1"},
    // The newest job and the newest event stay: their numbers must not be given out again.
    {query::prunable,
     "SELECT {outcomes} FROM pawl_outcomes WHERE handler = ?1 AND prune_at <= ?2 "
     "AND key < (SELECT max(key) FROM pawl_jobs) ORDER BY prune_at, key LIMIT ?3"},
    {query::count_finished,
     "SELECT count(*) FROM pawl_outcomes AS o WHERE o.handler = ?1 "
     "AND NOT EXISTS (SELECT 1 FROM pawl_dead_letters AS d WHERE d.job = o.key)"},
    {query::beyond_count,
     "SELECT {outcomes} FROM pawl_outcomes AS o WHERE handler = ?1 AND key < (SELECT max(key) FROM "
     "pawl_jobs) "
     "AND NOT EXISTS (SELECT 1 FROM pawl_dead_letters AS d WHERE d.job = o.key) "
     "ORDER BY kept_since, key LIMIT ?2"},
    {query::forget_events,
     "DELETE FROM pawl_events WHERE job = ?1 AND feed < (SELECT max(feed) FROM pawl_events)"},
    {query::forget_output, "UPDATE pawl_outcomes SET result = NULL WHERE key = ?1"},
    {query::forget_key,
     "DELETE FROM pawl_keys WHERE job = ?1 AND (tenant, handler, key) IN "
     "(SELECT tenant, handler, idempotency_key FROM pawl_jobs WHERE pawl_jobs.key = ?1)"},
    {query::forget_job, "DELETE FROM pawl_jobs WHERE key = ?1"},
    {query::forget_outcome, "DELETE FROM pawl_outcomes WHERE key = ?1"},
    {query::forget_details, "DELETE FROM pawl_details WHERE job = ?1"},
    {query::forget_inbox, "DELETE FROM pawl_inbox WHERE job = ?1"},
    {query::forget_dead_letter, "DELETE FROM pawl_dead_letters WHERE job = ?1"},
    {query::postpone_prune,
     "UPDATE pawl_outcomes SET prune_at = ?1, has_events = ?2 WHERE key = ?3"},

    // Of one job, without what is known otherwise or is seldom there: names, and its last error.
    {query::record,
     "SELECT {j.jobs:shown}, j.handler, j.tenant, o.result IS NOT NULL, {q.queue:shown}, "
     "{o.outcomes:shown} FROM pawl_jobs AS j LEFT JOIN pawl_queue AS q ON q.key = j.key "
     "LEFT JOIN pawl_outcomes AS o ON o.key = j.key WHERE j.id = ?1"},
    {query::lifecycle_of, "SELECT lifecycle FROM pawl_types WHERE handler = ?1"},
    {query::result_of,
     "SELECT coalesce(q.state, o.state), o.kind, o.result, o.error_code, o.error_message, "
     "o.error_detail, o.error_state, o.retryable, j.tenant, j.handler FROM pawl_jobs AS j "
     "LEFT JOIN pawl_queue AS q ON q.key = j.key LEFT JOIN pawl_outcomes AS o ON o.key = j.key "
     "WHERE j.id = ?1"},
    {query::events_of,
     "SELECT j.id, {e.events:shown} FROM pawl_events AS e JOIN pawl_jobs AS j ON j.key = e.job "
     "WHERE e.job = ?1 AND e.number > ?2 ORDER BY e.number LIMIT ?3"},
    {query::feed,
     "SELECT e.job, j.id, {e.events:shown} FROM pawl_events AS e JOIN pawl_jobs AS j ON j.key = "
     "e.job "
     "WHERE e.feed > ?1 ORDER BY e.feed LIMIT ?2"},
    {query::feed_of,
     "SELECT e.job, j.id, {e.events:shown} FROM pawl_events AS e JOIN pawl_jobs AS j ON j.key = "
     "e.job "
     "WHERE e.feed > ?1 AND j.tenant = ?3 ORDER BY e.feed LIMIT ?2"},
    {query::newest_event, "SELECT coalesce(max(feed), 0) FROM pawl_events"},
    {query::newest_job, "SELECT coalesce(max(key), 0) FROM pawl_jobs"},
    {query::new_jobs,
     "SELECT key, id, created_at FROM pawl_jobs WHERE key > ?1 ORDER BY key LIMIT ?2"},
    {query::new_jobs_of,
     "SELECT key, id, created_at FROM pawl_jobs WHERE key > ?1 AND tenant = ?3 ORDER BY key "
     "LIMIT ?2"},
    {query::count_events, "SELECT count(*) FROM pawl_events WHERE feed > ?1 AND feed <= ?2"},
    {query::count_living,
     "SELECT n.name, q.state, q.phase, count(*) FROM pawl_queue AS q "
     "JOIN pawl_names AS n ON n.number = q.handler WHERE (?1 = 0 OR q.tenant = ?1) "
     "GROUP BY n.name, q.state, q.phase ORDER BY n.name, q.state, q.phase"},
    {query::count_ended,
     "SELECT n.name, o.state, {phase.terminal}, count(*) FROM pawl_outcomes AS o "
     "JOIN pawl_names AS n ON n.number = o.handler WHERE (?1 = 0 OR o.tenant = ?1) "
     "GROUP BY n.name, o.state ORDER BY n.name, o.state"},
    {query::count_dead_letters,
     "SELECT n.name, count(*) FROM pawl_dead_letters AS d "
     "JOIN pawl_names AS n ON n.number = d.handler WHERE (?1 = 0 OR d.tenant = ?1) "
     "GROUP BY n.name ORDER BY n.name"},
    {query::dead_letter,
     "SELECT d.at, d.replayed_as, j.payload, j.payload_version FROM pawl_dead_letters AS d "
     "JOIN pawl_jobs AS j ON j.key = d.job WHERE d.job = ?1"},
    {query::payload_of, "SELECT payload, payload_version, tenant FROM pawl_jobs WHERE id = ?1"},
    {query::tenants,
     "SELECT n.name FROM pawl_names AS n WHERE n.name > ?1 AND EXISTS "
     "(SELECT 1 FROM pawl_jobs WHERE tenant = n.number) ORDER BY n.name LIMIT ?2"}};

/// What PostgreSQL is asked instead, where many write at once: nothing is told of the feed that one
/// of those under way could still come before, and numbers have gaps, so that what is missing is
/// known by what was pruned.
inline constexpr named_statement postgres_statements[] = {
    {query::feed,
     "SELECT e.job, j.id, {e.events:shown} FROM pawl_events AS e JOIN pawl_jobs AS j ON j.key = "
     "e.job WHERE e.feed > ?1 AND e.feed < {settled} ORDER BY e.feed LIMIT ?2"},
    {query::feed_of,
     "SELECT e.job, j.id, {e.events:shown} FROM pawl_events AS e JOIN pawl_jobs AS j ON j.key = "
     "e.job WHERE e.feed > ?1 AND e.feed < {settled} AND j.tenant = ?3 ORDER BY e.feed LIMIT "
     "?2"},
    {query::newest_event,
     "SELECT greatest(max(feed), (SELECT pruned FROM pawl_feed)) FROM pawl_events WHERE feed < "
     "{settled}"},
    {query::newest_job, "SELECT coalesce(max(key), 0) FROM pawl_jobs WHERE key < {settled}"},
    {query::new_jobs,
     "SELECT key, id, created_at FROM pawl_jobs WHERE key > ?1 AND key < {settled} ORDER BY "
     "key LIMIT ?2"},
    {query::new_jobs_of,
     "SELECT key, id, created_at FROM pawl_jobs WHERE key > ?1 AND key < {settled} AND tenant "
     "= ?3 ORDER BY key LIMIT ?2"},
    {query::schedule, "SELECT {schedules} FROM pawl_schedules WHERE number = ?1 FOR UPDATE"},
    {query::find_schedule,
     "SELECT {schedules} FROM pawl_schedules WHERE tenant = ?1 AND handler = ?2 AND name = ?3 FOR "
     "UPDATE"},
    {query::count_events, "SELECT CASE WHEN ?1 < pruned THEN -1 ELSE ?2 - ?1 END FROM pawl_feed"}};

inline constexpr std::size_t statement_count = sizeof statements / sizeof statements[0];

constexpr bool statements_stand_in_order() {
  for (std::size_t i = 0; i < statement_count; ++i)
    if (static_cast<std::size_t>(statements[i].name) != i) return false;
  return true;
}
static_assert(statements_stand_in_order());

}  // namespace detail

inline constexpr std::size_t query_count = detail::statement_count;

/// Which filters a list has. Their values are bound in this order: place (the key), limit,
/// tenant, handler, subject, from, until, states.
struct list_shape {
  bool dead_letters = false;
  bool tenant = false;
  bool handler = false;
  bool subject = false;
  bool from = false;
  bool until = false;
  std::size_t states = 0;
  bool no_success = false;  ///< no job that has succeeded can be in one of these states
};

namespace detail {

/// The filters of a list, as conditions with numbered values.
class list_conditions {
 public:
  explicit list_conditions(const list_shape& shape) : shape_(shape) {
    for (int* const each : {&tenant_, &handler_, &subject_, &from_, &until_})
      if (*each != 0) *each = next_++;
  }

  /// Those that the queue and the outcomes know as well.
  [[nodiscard]] std::string owner(const std::string& of) const {
    return also(of + ".tenant =", tenant_) + also(of + ".handler =", handler_);
  }
  /// Those that only what was submitted knows.
  [[nodiscard]] std::string submission(const std::string& of) const {
    return also(of + ".subject =", subject_) + also(of + ".created_at >=", from_) +
           also(of + ".created_at <", until_);
  }
  [[nodiscard]] std::string state(std::size_t at) const {
    return '?' + std::to_string(next_ + static_cast<int>(at));
  }
  [[nodiscard]] std::string states() const {
    std::string out;
    for (std::size_t i = 0; i < shape_.states; ++i) out += (i == 0 ? "" : ", ") + state(i);
    return '(' + out + ')';
  }

 private:
  static std::string also(const std::string& condition, int value) {
    return value == 0 ? std::string() : " AND " + condition + " ?" + std::to_string(value);
  }

  list_shape shape_;
  int tenant_ = shape_.tenant ? 1 : 0;
  int handler_ = shape_.handler ? 1 : 0;
  int subject_ = shape_.subject ? 1 : 0;
  int from_ = shape_.from ? 1 : 0;
  int until_ = shape_.until ? 1 : 0;
  int next_ = 3;
};

/// The numbers of the jobs of a page whose states are not those of a success: the living ones,
/// newest first, and for each state those that have ended in it, by an index that knows no others.
/// However many have succeeded, none of them is looked at.
inline std::string page_without_successes(const list_shape& shape, const list_conditions& are) {
  const std::string submission = are.submission("s");
  const auto part = [&](const std::string& table, const std::string& state) {
    std::string out = "SELECT f.key AS key FROM " + table + " AS f";
    if (!submission.empty()) out += " JOIN pawl_jobs AS s ON s.key = f.key";
    return out + " WHERE f.key < ?1" + are.owner("f") + submission + " AND f.state " + state;
  };
  std::string out = part("pawl_queue", "IN " + are.states());
  for (std::size_t i = 0; i < shape.states; ++i)
    out += " UNION ALL " +
           part("pawl_outcomes", "= " + are.state(i) + " AND f.kind <> {kind.success}");
  return "SELECT p.key FROM (" + out + " ORDER BY key DESC LIMIT ?2) AS p";
}

/// The numbers of the jobs of a page of dead letters.
inline std::string page_of_dead_letters(const list_shape& shape, const list_conditions& are) {
  const std::string submission = are.submission("s");
  std::string out = "SELECT f.job FROM pawl_dead_letters AS f";
  if (!submission.empty()) out += " JOIN pawl_jobs AS s ON s.key = f.job";
  if (shape.states != 0)
    out += " JOIN pawl_outcomes AS w ON w.key = f.job AND w.state IN " + are.states();
  return out + " WHERE f.job < ?1" + are.owner("f") + submission + " ORDER BY f.job DESC LIMIT ?2";
}

}  // namespace detail

/// The statement of a list: whole pieces, put together; nothing of a request is part of it.
///
/// The newest comes first by its number: numbers are given in the order of the commits, whatever
/// the wall clock says.
[[nodiscard]] inline std::string list_statement(const list_shape& shape) {
  const detail::list_conditions are(shape);
  std::string out = "{record} WHERE j.key < ?1";
  if (shape.dead_letters) {
    out += " AND j.key IN (" + detail::page_of_dead_letters(shape, are) + ')';
  } else if (shape.states != 0 && shape.no_success) {
    out += " AND j.key IN (" + detail::page_without_successes(shape, are) + ')';
  } else {
    out += are.owner("j") + are.submission("j");
    if (shape.states != 0) out += " AND coalesce(q.state, o.state) IN " + are.states();
  }
  return compose(out + " ORDER BY j.key DESC LIMIT ?2");
}

/// A statement as a database takes it: SQLite's `?1` is PostgreSQL's `$1`, which also has to be
/// asked for the number it gives a row.
///
/// To SQLite every write says OR FAIL: a transaction that meets an error is rolled back as a whole,
/// so a statement need not be able to undo itself, which would cost a copy of each page it touches.
[[nodiscard]] inline std::string in_dialect(dialect to, text statement, text numbered = {}) {
  std::string out = compose(statement);
  if (to == dialect::sqlite) {
    for (const char* const verb : {"UPDATE ", "INSERT "})
      if (out.starts_with(verb) && out.find("ON CONFLICT") == std::string::npos)
        out.insert(7, "OR FAIL ");
    return out;
  }
  out = by_queued_as(std::move(out));
  for (char& c : out)
    if (c == '?') c = '$';
  if (!numbered.empty()) {
    out += " RETURNING ";
    out.append(numbered.data(), numbered.size());
  }
  return out;
}
[[nodiscard]] inline std::string in_dialect(dialect to, query name) {
  if (to == dialect::postgres)
    for (const auto& each : detail::postgres_statements)
      if (each.name == name) return in_dialect(to, each.sql);
  const auto& of = detail::statements[static_cast<std::size_t>(name)];
  return in_dialect(to, of.sql, of.numbered);
}

/// Whether the database gives the row that a statement inserts a number, which PostgreSQL answers.
[[nodiscard]] inline bool is_numbered(query name) {
  return !detail::statements[static_cast<std::size_t>(name)].numbered.empty();
}

/// An insertion for so many rows at once, for SQLite: the values of all of them, one after another.
[[nodiscard]] inline std::string for_rows(query name, std::size_t rows) {
  std::string out = in_dialect(dialect::sqlite, name);
  std::size_t columns = 0;
  for (const char each : out) columns += each == '?' ? 1 : 0;
  for (std::size_t next = columns + 1; next <= rows * columns; ++next) {
    out += next % columns == 1 ? ", (?" : ", ?";
    out += std::to_string(next);
    if (next % columns == 0) out += ')';
  }
  return out;
}

}  // namespace pawl::sql
