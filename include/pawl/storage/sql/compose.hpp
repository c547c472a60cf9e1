// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>

#include <pawl/detail/algorithm.hpp>
#include <pawl/storage/sql/tables.hpp>

namespace pawl::sql {

namespace detail {

inline void put(std::string& out, text words) { out.append(words.data(), words.size()); }

struct named_number {
  text name;
  int number;
};

/// What stands in the database as a number.
inline constexpr named_number numbers[] = {
    {"phase.blocked", static_cast<int>(phase::blocked)},
    {"phase.scheduled", static_cast<int>(phase::scheduled)},
    {"phase.ready", static_cast<int>(phase::ready)},
    {"phase.held", static_cast<int>(phase::held)},
    {"phase.running", static_cast<int>(phase::running)},
    {"phase.terminal", static_cast<int>(phase::terminal)},
    {"kind.success", static_cast<int>(kind::success)},
    {"kind.failure", static_cast<int>(kind::failure)},
    {"kind.cancelled", static_cast<int>(kind::cancelled)},
    {"kind.dead", static_cast<int>(kind::dead)},
    {"event.transition", static_cast<int>(event_kind::transition)},
    {"event.progress", static_cast<int>(event_kind::progress)},
    {"event.message", static_cast<int>(event_kind::message)},
    {"detail.checkpoint", static_cast<int>(storage::detail_kind::checkpoint)},
    {"detail.artifact", static_cast<int>(storage::detail_kind::artifact)},
    {"detail.audit", static_cast<int>(storage::detail_kind::audit)},
    {"detail.cancel_reason", static_cast<int>(storage::detail_kind::cancel_reason)},
    {"detail.cancel_actor", static_cast<int>(storage::detail_kind::cancel_actor)},
    {"detail.link", static_cast<int>(storage::detail_kind::link)},
    {"flag.cancel_requested", static_cast<int>(flag::cancel_requested)},
    {"flag.has_dependents", static_cast<int>(flag::has_dependents)},
    {"flag.has_checkpoint", static_cast<int>(flag::has_checkpoint)},
    {"flag.retryable", static_cast<int>(flag::retryable)},
    {"flag.suspect", static_cast<int>(flag::suspect)},
    {"flag.counted", static_cast<int>(flag::counted)},
    {"flag.parked", static_cast<int>(flag::parked)},
    {"flag.woken", static_cast<int>(flag::woken)},
    {"flag.unique", static_cast<int>(flag::unique)},
    {"flag.until_begun", static_cast<int>(flag::until_begun)},
    {"slots.skip", static_cast<int>(slots::skip)},
    {"slots.once", static_cast<int>(slots::once)},
    {"slots.all", static_cast<int>(slots::all)}};

struct named_part {
  text name;
  part which;
};
inline constexpr named_part parts[] = {{"inserted", part::inserted},
                                       {"changing", part::changing},
                                       {"reported", part::reported},
                                       {"shown", part::shown},
                                       {"handed over", part::handed_over}};

/// A job as it is shown: what was submitted, and how it stands or how it ended.
inline constexpr text record =
    "SELECT {j.jobs:shown}, h.name, y.lifecycle, t.name, o.result IS NOT NULL, "
    "{q.queue:shown}, e.error, e.message, e.detail, e.from_state, {o.outcomes:shown} "
    "FROM pawl_jobs AS j "
    "JOIN pawl_names AS h ON h.number = j.handler "
    "JOIN pawl_names AS t ON t.number = j.tenant "
    "LEFT JOIN pawl_types AS y ON y.handler = j.handler "
    "LEFT JOIN pawl_queue AS q ON q.key = j.key "
    "LEFT JOIN pawl_outcomes AS o ON o.key = j.key "
    "LEFT JOIN pawl_events AS e ON e.job = j.key AND e.number = q.error_event";

/// PostgreSQL only: the number before the first that the present transaction gives, and the first
/// that one of those under way could still give. Spelled out, because a function would be planned
/// anew for each use. See `many_writers`.
inline constexpr text numbers_begin =
    "((pg_current_xact_id()::text::bigint + (SELECT f.numbers_from FROM pawl_feed AS f)) << 20)";
inline constexpr text settled =
    "((pg_snapshot_xmin(pg_current_snapshot())::text::bigint + (SELECT f.numbers_from FROM "
    "pawl_feed AS f)) << 20)";

/// Takes the beginning of a text off, up to a character and with it; all of it if there is none.
constexpr text take_until(text& from, char end) {
  std::size_t at = 0;
  while (at < from.size() && from[at] != end) ++at;
  const text taken = from.substr(0, at);
  const std::size_t used = at < from.size() ? at + 1 : at;
  from = from.substr(used, from.size() - used);
  return taken;
}

inline const table* find_table(text name) {
  constexpr std::size_t prefix = sizeof "pawl_" - 1;
  for (const table& each : tables)
    if (each.name.substr(prefix, each.name.size() - prefix) == name) return &each;
  return nullptr;
}

/// Columns of a table that a hole speaks of.
struct chosen_columns {
  const table* of = nullptr;
  part which = part::all;
  text alias{};

  /// Reads `queue`, `queue:changing` or `q.queue:shown`.
  explicit chosen_columns(text words) {
    if (words.size() > 2 && words[1] == '.') alias = take_until(words, '.');
    of = find_table(take_until(words, ':'));
    if (words.empty()) return;
    for (const named_part& each : parts)
      if (each.name == words) {
        which = each.which;
        return;
      }
    of = nullptr;
  }

  enum class as : unsigned char { names, values, assignments };
  /// Values are numbered from `next` on.
  void list(std::string& out, as what, int& next) const {
    bool is_first = true;
    for (const column& each : of->columns.get()) {
      if (!each.is_in(which)) continue;
      if (!is_first) out += ", ";
      is_first = false;
      if (what != as::values) {
        put(out, alias);
        if (!alias.empty()) out += '.';
        put(out, each.name);
      }
      if (what == as::assignments) out += " = ";
      if (what != as::names) out += '?' + std::to_string(next++);
    }
  }
};

inline void compose_into(std::string& out, text words);

/// Writes what belongs into a hole; false if there is no such thing.
inline bool fill(std::string& out, text hole, int& next) {
  for (const named_number& each : numbers)
    if (each.name == hole) {
      out += std::to_string(each.number);
      return true;
    }
  if (hole == "record") {
    compose_into(out, record);
    return true;
  }
  if (hole == "numbers begin" || hole == "settled") {
    put(out, hole == "settled" ? settled : numbers_begin);
    return true;
  }
  text rest = hole;
  const text verb = take_until(rest, ' ');
  const bool inserts = verb == "insert";
  const bool sets = verb == "set";
  chosen_columns chosen(inserts || sets ? rest : hole);
  if (chosen.of == nullptr) return false;
  if (inserts) {
    chosen.which = part::inserted;
    out += "INSERT INTO ";
    put(out, chosen.of->name);
    out += " (";
    chosen.list(out, chosen_columns::as::names, next);
    out += ") VALUES (";
    chosen.list(out, chosen_columns::as::values, next);
    out += ')';
  } else if (sets) {
    out += "SET ";
    chosen.list(out, chosen_columns::as::assignments, next);
  } else {
    chosen.list(out, chosen_columns::as::names, next);
  }
  return true;
}

/// The greatest of the values `?1`, `?2`, … that a text names.
inline int greatest_value(text in) {
  int greatest = 0;
  for (std::size_t at = 0; at < in.size(); ++at) {
    if (in[at] != '?') continue;
    int number = 0;
    for (std::size_t i = at + 1; i < in.size() && in[i] >= '0' && in[i] <= '9'; ++i)
      number = number * 10 + (in[i] - '0');
    greatest = pawl::detail::greatest(greatest, number);
  }
  return greatest;
}

inline void compose_into(std::string& out, text words) {
  int next = greatest_value(words) + 1;
  while (!words.empty()) {
    put(out, take_until(words, '{'));
    if (words.empty()) break;
    const text hole = take_until(words, '}');
    if (fill(out, hole, next)) continue;
    out += '{';
    put(out, hole);
    out += '}';
  }
}

}  // namespace detail

/// A text with its holes filled from the tables and the enumerations:
///
///     {queue}               key, handler, tenant, …
///     {q.queue:shown}       q.state, q.phase, …: some of them, of a table under another name
///     {insert queue}        INSERT INTO pawl_queue (key, …) VALUES (?1, …)
///     {set queue:changing}  SET state = ?3, …
///     {record}              the query for all that is shown of a job, up to its WHERE
///     {phase.ready}         2
///     {settled}             what is below it in the feed of PostgreSQL is complete
///
/// The values of a hole are numbered after those that the text itself names. A hole that says
/// nothing is left as it stands, and no database will take it.
[[nodiscard]] inline std::string compose(text words) {
  std::string out;
  detail::compose_into(out, words);
  return out;
}

}  // namespace pawl::sql
