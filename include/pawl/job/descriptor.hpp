// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <optional>

#include <pawl/job/remote.hpp>
#include <pawl/lifecycle/decision.hpp>
#include <pawl/lifecycle/restore.hpp>
#include <pawl/policies/dependencies.hpp>
#include <pawl/policies/limits/policy.hpp>
#include <pawl/policies/retry/override.hpp>
#include <pawl/policies/retry/policy.hpp>

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
  bool remote = false;  ///< active, but run elsewhere: no worker claims it
};

struct event_info {
  text name{};
  pawl::role role{};
};

struct job_descriptor {
  text handler{};    ///< the id of the job type
  text lifecycle{};  ///< its name
  slice<state_info> states{};
  slice<event_info> events{};
  text transition_rows{};  ///< SQL that teaches a database the lifecycle

  any_decision (*claim)(const any_position&, unsigned max_attempts) = nullptr;
  any_decision (*come_due)(const any_position&, unsigned max_attempts) = nullptr;
  any_decision (*happen)(const any_position&, event_number, unsigned max_attempts,
                         const ending&) = nullptr;
  /// The state that is, or was, stored under a name.
  std::optional<state_number> (*restore)(text name) = nullptr;

  retry_settings retry{};
  override_bounds overridable{};  ///< how far a submission may change `retry`
  bool worker_lost_is_retried = true;
  bool timeout_is_retried = true;
  duration_ms lease{};
  duration_ms timeout{};  ///< of an attempt; zero: none
  std::size_t default_rank = 0;
  slice<text> ranks{};  ///< the names of its priorities, the least urgent first
  duration_ms aging_step{};
  duration_ms key_ttl{};
  bool key_required = false;
  slice<limit_description> limits{};
  dependents on_failed_dependency{};
  int most_dependencies = 0;
  duration_ms keep_results{};
  duration_ms keep_events{};
  duration_ms keep_dead_letters{};
  std::int64_t keep_at_most = 0;  ///< finished jobs; 0 is any number
  std::int64_t most_input_bytes = 0;
  std::int64_t most_result_bytes = 0;
  std::int64_t most_summary_bytes = 0;
  bool ephemeral = false;
  std::int64_t capacity = 0;    ///< jobs that may wait, if it is ephemeral
  unsigned newest_version = 1;  ///< of the payload; older ones are raised to it
  bool calls_on_success = false;
  bool calls_on_failure = false;
  bool coroutine = false;  ///< its handler is one
  text input_schema{};     ///< JSON Schema of its payload; empty if that is never stored

  /// Durable: survives a restart of its process.
  [[nodiscard]] constexpr bool restartable() const { return !ephemeral; }
  [[nodiscard]] constexpr unsigned max_retries() const { return retry.max_attempts - 1; }

  [[nodiscard]] constexpr kind kind_of(state_number state) const { return states[state].kind; }
  [[nodiscard]] constexpr text name_of(state_number state) const { return states[state].name; }

  /// The event of a role; nothing if the lifecycle has none.
  [[nodiscard]] constexpr std::optional<event_number> event_of(role wanted) const {
    for (std::size_t e = 0; e < events.size(); ++e)
      if (events[e].role == wanted) return static_cast<event_number>(e);
    return {};
  }
  [[nodiscard]] constexpr std::optional<event_number> event_called(text name) const {
    for (std::size_t e = 0; e < events.size(); ++e)
      if (events[e].name == name) return static_cast<event_number>(e);
    return {};
  }
  /// The rank of a priority's name.
  [[nodiscard]] constexpr std::optional<unsigned> rank_called(text name) const {
    for (std::size_t r = 0; r < ranks.size(); ++r)
      if (ranks[r] == name) return static_cast<unsigned>(r);
    return {};
  }
  /// Where a job of this type begins.
  [[nodiscard]] constexpr any_position beginning() const {
    return {.state = 0, .phase = entry_phase(states[0].kind)};
  }
  /// Whether a limit holds jobs back when they are claimed.
  [[nodiscard]] constexpr bool limits_claims() const {
    for (const limit_description& each : limits)
      if (each.point == limit_point::at_claim) return true;
    return false;
  }
  [[nodiscard]] constexpr bool counts_active_jobs() const {
    for (const limit_description& each : limits)
      if (each.kind == limit_kind::active_jobs) return true;
    return false;
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
template <class L, class Remote = no_remote_states>
struct erased_lifecycle {
  struct lists {
    state_info states[table_of<L>::states]{};
    event_info events[table_of<L>::events]{};
  };
  template <std::size_t... State>
  static consteval lists listed(indices<State...>) {
    lists out{{{name_of(static_cast<typename L::state>(State)), program_of<L>.kinds[State],
                Remote::template holds<static_cast<typename L::state>(State)>}...},
              {}};
    for (std::size_t e = 0; e < table_of<L>::events; ++e)
      out.events[e] = {name_of(static_cast<typename L::event>(e)), program_of<L>.roles[e]};
    return out;
  }
  static constexpr lists all = listed(make_indices<table_of<L>::states>{});

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
  static constexpr std::optional<state_number> restore(text name) {
    const auto found = pawl::restore<L>(name);
    if (!found) return {};
    return static_cast<state_number>(found.state());
  }
};

}  // namespace detail
}  // namespace pawl
