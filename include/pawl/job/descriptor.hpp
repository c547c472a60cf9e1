// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/codec/sha256.hpp>
#include <pawl/detail/maybe.hpp>
#include <pawl/job/gts.hpp>
#include <pawl/job/remote.hpp>
#include <pawl/lifecycle/decision.hpp>
#include <pawl/lifecycle/restore.hpp>
#include <pawl/policies/cancellation.hpp>
#include <pawl/policies/dependencies.hpp>
#include <pawl/policies/limits/policy.hpp>
#include <pawl/policies/objectives.hpp>
#include <pawl/policies/retry/classification.hpp>
#include <pawl/policies/retry/override.hpp>
#include <pawl/policies/retry/policy.hpp>
#include <pawl/policies/schedule.hpp>
#include <pawl/policies/unique.hpp>

/// A job type as values, for those who handle jobs of every type: storage and engine.
///
/// The decisions are still those of the pure core; here they are asked for through three function
/// pointers that know the lifecycle. States and events are numbers of the lifecycle's own
/// enumerators, and never leave the process as such: what is stored is their names.

namespace pawl {

using state_number = unsigned char;
using event_number = unsigned char;

/// `position` without its lifecycle.
struct any_position {
  state_number state = 0;
  pawl::phase phase = phase::ready;
  unsigned attempt = 0;
  unsigned retries = 0;
  text error{};
  bool retryable = false;
};

/// `transition_step` without its lifecycle.
struct any_step {
  state_number from = 0;
  event_number on = 0;
  state_number to = 0;
};

/// `decision` without its lifecycle.
struct any_decision {
  any_step steps[2]{};
  std::size_t count = 0;
  any_position after{};
  unsigned wait_for_attempt = 0;
  bool charged = false;
  bool dead_letter = false;
  bool accepted = false;

  constexpr explicit operator bool() const { return accepted; }
};

struct state_info {
  text name{};
  pawl::kind kind{};
  bool remote = false;   ///< active, but run elsewhere: no worker claims it
  bool firm = false;     ///< a job in it may not be cancelled, whatever its lifecycle says
  bool guarded = false;  ///< an event from outside leads there if the handler's `may_enter` agrees
};

struct event_info {
  text name{};
  pawl::role role{};
};

/// A row of the lifecycle: one for each state that it leads from, guarded ones in the order in
/// which they are tried.
struct row_info {
  state_number from = 0;
  event_number on = 0;
  text guard{};  ///< its name; empty if there is none
  state_number to = 0;
  triggers by{};  ///< who may take it from outside
};

/// Whether an event may come from outside in a state. The engine's own do not; and how an attempt
/// ended is said by the worker that made it: only of work that is done elsewhere do others say it.
[[nodiscard]] constexpr bool comes_from_outside(const state_info& in, role what) {
  if (what == role::start || what == role::retry_due || what == role::lose) return false;
  const bool ends_attempt = what == role::succeed || what == role::fail || what == role::expire;
  return !ends_attempt || in.kind != kind::active || in.remote;
}
/// Whether a handler that guards the state where an event leads is asked: not about failing and
/// being cancelled, which nothing may keep a job from.
[[nodiscard]] constexpr bool asks_handler(role what) {
  return what == role::outside || what == role::succeed;
}

struct job_descriptor {
  text handler{};    ///< the id of the job type
  text lifecycle{};  ///< its name
  slice<state_info> states{};
  slice<event_info> events{};
  const event_number* by_role = nullptr;  ///< the event of each role; null: to be looked for
  slice<row_info> rows{};
  slice<classified_error> errors{};  ///< its own and the implicit ones
  text transition_rows{};            ///< SQL that teaches a database the lifecycle

  any_decision (*claim)(const any_position&, unsigned max_attempts) = nullptr;
  any_decision (*come_due)(const any_position&, unsigned max_attempts) = nullptr;
  any_decision (*happen)(const any_position&, event_number, unsigned max_attempts,
                         const ending&) = nullptr;
  /// The state that is, or was, stored under a name.
  detail::maybe<state_number> (*restore)(text name) = nullptr;

  retry_settings retry{};
  override_bounds overridable{};  ///< how far a submission may change `retry`
  bool starts_elsewhere = false;  ///< the start of a ready job may lead into a remote state
  bool at_most_once = false;      ///< never begun a second time, whatever becomes of it
  bool worker_lost_is_retried = true;
  bool timeout_is_retried = true;
  duration_ms lease{};
  duration_ms heartbeat{};  ///< the longest time between two signs of life of its process
  duration_ms timeout{};    ///< of an attempt; zero: none
  duration_ms rescue{};     ///< when an attempt that ignores its timeout is given up
  std::size_t default_rank = 0;
  slice<text> ranks{};  ///< the names of its priorities, the least urgent first
  duration_ms aging_step{};
  duration_ms key_ttl{};
  bool key_required = false;
  unique_rule unique{};        ///< whether there is one for each value of its payload
  bool needs_subject = false;  ///< its jobs are about something, and belong together with others
  slice<limit_description> limits{};
  slice<text> audit_fields{};
  dependents on_failed_dependency{};
  int most_dependencies = 0;
  duration_ms keep_results{};
  duration_ms keep_output{};  ///< zero: it is never stored
  duration_ms keep_link{};    ///< the least validity of what a success links to; zero: to nothing
  duration_ms keep_events{};
  duration_ms keep_dead_letters{};
  std::int64_t keep_at_most = 0;  ///< finished jobs; 0 is any number
  std::int64_t most_input_bytes = 0;
  std::int64_t most_result_bytes = 0;
  std::int64_t most_summary_bytes = 0;
  bool ephemeral = false;
  std::int64_t capacity = 0;        ///< jobs that may wait, if it is ephemeral
  unsigned newest_version = 1;      ///< of the payload; older ones are raised to it
  objective_list objectives{};      ///< the service level that is aimed at
  schedule_description schedule{};  ///< when its jobs are made by themselves
  bool calls_on_success = false;
  bool calls_on_failure = false;
  bool calls_on_end = false;
  bool coroutine = false;      ///< its handler is one
  text input_schema{};         ///< JSON Schema of its payload; empty if that is never stored
  sha256_digest input_form{};  ///< fingerprint of its newest version; zero if that is never stored

  /// Durable: survives a restart of its process.
  [[nodiscard]] constexpr bool restartable() const { return !ephemeral; }
  /// `handler` is a GTS identifier, and is listed as one.
  [[nodiscard]] constexpr bool has_gts_id() const { return is_gts_id(handler); }
  [[nodiscard]] constexpr unsigned max_retries() const { return retry.max_attempts - 1; }

  [[nodiscard]] constexpr kind kind_of(state_number state) const { return states[state].kind; }
  [[nodiscard]] constexpr text name_of(state_number state) const { return states[state].name; }

  /// The event of a role; nothing if the lifecycle has none.
  [[nodiscard]] constexpr detail::maybe<event_number> event_of(role wanted) const {
    std::size_t e = 0;
    if (by_role != nullptr)
      e = by_role[static_cast<std::size_t>(wanted)];
    else
      while (e < events.size() && events[e].role != wanted) ++e;
    if (e == events.size()) return {};
    return static_cast<event_number>(e);
  }
  [[nodiscard]] constexpr detail::maybe<event_number> event_called(text name) const {
    for (std::size_t e = 0; e < events.size(); ++e)
      if (events[e].name == name) return static_cast<event_number>(e);
    return {};
  }
  /// Who may make a step from outside.
  [[nodiscard]] constexpr triggers triggers_of(const any_step& step) const {
    for (const row_info& row : rows)
      if (row.from == step.from && row.on == step.on && row.to == step.to) return row.by;
    return {};
  }
  /// The state that is, or was, stored under a name. A job type that was read from a store has no
  /// functions, and knows its states by their names alone.
  [[nodiscard]] PAWL_FLAT constexpr detail::maybe<state_number> state_called(text name) const {
    if (restore != nullptr) return restore(name);
    for (std::size_t s = 0; s < states.size(); ++s)
      if (states[s].name == name) return static_cast<state_number>(s);
    return {};
  }
  /// The error class with a code; null if the type declares none.
  [[nodiscard]] constexpr const classified_error* error_called(text code) const {
    for (const classified_error& each : errors)
      if (each.code == code) return &each;
    return nullptr;
  }
  /// The rank of a priority's name.
  [[nodiscard]] constexpr detail::maybe<unsigned> rank_called(text name) const {
    for (std::size_t r = 0; r < ranks.size(); ++r)
      if (ranks[r] == name) return static_cast<unsigned>(r);
    return {};
  }
  /// Whether a job that is ready in a state may enter a remote state when it starts.
  [[nodiscard]] constexpr bool starts_elsewhere_from(state_number state) const {
    if (states[state].remote) return true;
    for (const row_info& row : rows)
      if (row.from == state && events[row.on].role == role::start && states[row.to].remote)
        return true;
    return false;
  }
  /// Where a job of this type begins.
  [[nodiscard]] constexpr any_position beginning() const {
    return {.state = 0, .phase = entry_phase(states[0].kind)};
  }
};

namespace detail {

template <class L>
constexpr position<L> with_lifecycle(const any_position& s) {
  return {
      static_cast<typename L::state>(s.state), s.phase, s.attempt, s.retries, s.error, s.retryable};
}

template <class L>
constexpr any_decision without_lifecycle(const decision<L>& d) {
  any_decision out{.count = d.count,
                   .after = {static_cast<state_number>(d.after.state), d.after.phase,
                             d.after.attempt, d.after.retries, d.after.error, d.after.retryable},
                   .wait_for_attempt = d.wait_for_attempt,
                   .charged = d.charged,
                   .dead_letter = d.dead_letter,
                   .accepted = d.accepted};
  for (std::size_t i = 0; i < d.count; ++i)
    out.steps[i] = {static_cast<state_number>(d.steps[i].from),
                    static_cast<event_number>(d.steps[i].on),
                    static_cast<state_number>(d.steps[i].to)};
  return out;
}

/// The functions and tables of a lifecycle that a `job_type` points to.
template <class L, class Remote = no_states, class Cancellation = cancel_anywhere,
          class Guarded = no_states>
struct erased_lifecycle {
  struct lists {
    state_info states[table_of<L>::states]{};
    event_info events[table_of<L>::events]{};
  };
  template <std::size_t... State>
  static consteval lists listed(indices<State...>) {
    lists out{{{name_of(static_cast<typename L::state>(State)), program_of<L>.kinds[State],
                Remote::template holds<static_cast<typename L::state>(State)>,
                Cancellation::template forbids<static_cast<typename L::state>(State)>,
                Guarded::template holds<static_cast<typename L::state>(State)>}...},
              {}};
    for (std::size_t e = 0; e < table_of<L>::events; ++e)
      out.events[e] = {name_of(static_cast<typename L::event>(e)), program_of<L>.roles[e]};
    return out;
  }
  static constexpr lists all = listed(make_indices<table_of<L>::states>{});

  /// Calls `each(from, event, guard, to)` for every row, as `decide` would try them.
  static constexpr void each_row(auto each) {
    for (const auto from : pawl::states<L>())
      for (const auto on : pawl::events<L>()) {
        const cell found = look_up<L>(from, on);
        if (found == no_cell) continue;
        if (found < first_chain) {
          each(from, on, text{}, static_cast<typename L::state>(found));
          continue;
        }
        for (std::size_t r = found - first_chain;; r = program_of<L>.next_row[r]) {
          const auto& row = L::table.rows[r];
          each(from, on, row.guard ? row.guard.name : text{}, row.to);
          if (!row.guard) break;
        }
      }
  }
  static constexpr std::size_t row_count = [] {
    std::size_t count = 0;
    each_row([&](auto, auto, auto, auto) { ++count; });
    return count;
  }();
  struct row_list {
    row_info rows[row_count + 1]{};
  };
  static constexpr row_list listed_rows = [] {
    row_list out;
    std::size_t at = 0;
    each_row([&](auto from, auto on, text guard, auto to) {
      out.rows[at++] = {static_cast<state_number>(from), static_cast<event_number>(on), guard,
                        static_cast<state_number>(to), triggers_of<L>(from, on, to)};
    });
    return out;
  }();

  static constexpr any_decision claim(const any_position& from, unsigned max_attempts) {
    return without_lifecycle(pawl::claim<L>(with_lifecycle<L>(from), max_attempts));
  }
  static constexpr any_decision come_due(const any_position& from, unsigned max_attempts) {
    return without_lifecycle(pawl::come_due<L>(with_lifecycle<L>(from), max_attempts));
  }
  static constexpr any_decision happen(const any_position& from, event_number event,
                                       unsigned max_attempts, const ending& end) {
    return without_lifecycle(pawl::happen<L>(
        with_lifecycle<L>(from), static_cast<typename L::event>(event), max_attempts, end));
  }
  static constexpr detail::maybe<state_number> restore(text name) {
    const auto found = pawl::restore<L>(name);
    if (!found) return {};
    return static_cast<state_number>(found.state());
  }
};

}  // namespace detail
}  // namespace pawl
