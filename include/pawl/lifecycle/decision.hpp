// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/lifecycle/decide.hpp>

/// The pure core: what becomes of a job when something happens to it. Nothing else in the library
/// decides a change of state; the engine collects facts, asks here, and stores the answer in one
/// write.

namespace pawl {

/// The phase in which a job enters a state of this kind.
[[nodiscard]] constexpr phase entry_phase(kind k) {
  switch (k) {
    case kind::dormant:
      return phase::blocked;
    case kind::waiting:
      return phase::scheduled;
    case kind::ready:
    case kind::active:
      return phase::ready;
    default:
      return is_terminal(k) ? phase::terminal : phase::blocked;
  }
}

/// A job's place in its life: all that a decision reads, and all that it changes.
template <class L>
struct position {
  typename L::state state = initial<L>;
  pawl::phase phase = entry_phase(kind_of<L>(initial<L>));
  unsigned attempt = 0;    ///< charged starts since progress was last made
  unsigned retries = 0;    ///< decisions that kept a failing job alive
  text error{};            ///< the class of the last failure
  bool retryable = false;  ///< whether that class may be retried
};

/// What the engine knows about how an attempt ended.
struct ending {
  text error{};            ///< the stable code of the error's class; empty if there was none
  bool retryable = false;  ///< whether the job type retries that class
};

/// One committed transition; it has one event in the job's log.
template <class L>
struct transition_step {
  typename L::state from{};
  typename L::event on{};
  typename L::state to{};
};

/// The answer to an event: at most two steps, written together, and where the job stands
/// afterwards.
template <class L>
struct decision {
  transition_step<L> steps[2]{};
  std::size_t count = 0;
  position<L> after{};
  /// Not zero: the job is due after the backoff of this attempt; zero: at once.
  unsigned wait_for_attempt = 0;
  bool charged = false;      ///< one more attempt counts: it begins, or failed elsewhere
  bool dead_letter = false;  ///< the job goes to the dead-letter queue
  verdict<L> answer{initial<L>, {}, detail::no_cell};

  /// Whether the job accepted what happened.
  constexpr explicit operator bool() const { return accepted; }
  bool accepted = false;
};

namespace detail {

template <class L>
constexpr bool is_event(typename L::event event, role r) {
  return program_of<L>.roles[static_cast<std::size_t>(event)] == r;
}

/// The lifecycle's event of each role; the number of events where it has none.
template <class L>
struct events_by_role {
  unsigned char of[names_of<role>.count]{};

  consteval events_by_role() {
    for (std::size_t r = 0; r < names_of<role>.count; ++r) {
      std::size_t e = 0;
      while (e < table_of<L>::events && program_of<L>.roles[e] != static_cast<role>(r)) ++e;
      of[r] = static_cast<unsigned char>(e);
    }
  }
};
template <class L>
inline constexpr events_by_role<L> by_role;

template <class L>
constexpr std::size_t event_of_role(role r) {
  return by_role<L>.of[static_cast<std::size_t>(r)];
}

/// Writes a decision where its caller wants it.
template <class L>
class decider {
 public:
  constexpr decider(decision<L>& out, const position<L>& from, unsigned max_attempts)
      : out_(out), max_attempts_(max_attempts) {
    out_.after = from;
  }

  /// Takes one step; false if the state refuses the event.
  constexpr bool step(typename L::event event) {
    auto& job = out_.after;
    const facts known{.attempt = job.attempt,
                      .max_attempts = max_attempts_,
                      .retries = job.retries,
                      .retryable = job.retryable,
                      .error = job.error};
    out_.answer = decide<L>(job.state, event, known);
    if (!out_.answer) return false;
    out_.steps[out_.count++] = {job.state, event, out_.answer.state()};
    job.state = out_.answer.state();
    job.phase = entry_phase(kind_of<L>(job.state));
    return true;
  }

  constexpr bool step(role r) {
    const std::size_t event = event_of_role<L>(r);
    return event < table_of<L>::events && step(static_cast<typename L::event>(event));
  }

  /// What would become of the job if this event came now.
  [[nodiscard]] constexpr bool would_end(role r) const {
    decision<L> then = out_;
    decider ahead(then, then.after, max_attempts_);
    return ahead.step(r) && is_terminal<L>(then.after.state);
  }
  /// Whether only a guard can say where this event leads.
  [[nodiscard]] constexpr bool is_guarded(role r) const {
    const std::size_t event = event_of_role<L>(r);
    if (event == table_of<L>::events) return false;
    const cell at = program_of<L>.at(static_cast<std::size_t>(out_.after.state), event);
    return at != no_cell && at >= first_chain;
  }

  constexpr void refuse() {
    out_.count = 0;
    out_.charged = false;
    out_.accepted = false;
  }
  constexpr void accept() { out_.accepted = true; }

 private:
  decision<L>& out_;
  unsigned max_attempts_;
};

}  // namespace detail

namespace detail {

template <class L>
constexpr void write_claim(decision<L>& out, const position<L>& from, unsigned max_attempts) {
  decider<L> job(out, from, max_attempts);
  const bool claimable = from.phase == phase::ready || from.phase == phase::held;
  if (!claimable) return job.refuse();
  if (kind_of<L>(from.state) == kind::ready && !job.step(role::start)) return job.refuse();
  out.after.phase = phase::running;
  out.after.attempt += 1;
  out.charged = true;
  job.accept();
}

template <class L>
constexpr void write_come_due(decision<L>& out, const position<L>& from, unsigned max_attempts) {
  decider<L> job(out, from, max_attempts);
  if (from.phase != phase::scheduled) return job.refuse();
  if (kind_of<L>(from.state) == kind::waiting) {
    if (!job.step(role::retry_due)) return job.refuse();
  } else {
    out.after.phase = phase::ready;
  }
  job.accept();
}

template <class L>
constexpr void write_happen(decision<L>& out, const position<L>& from, typename L::event event,
                            unsigned max_attempts, const ending& end) {
  decider<L> job(out, from, max_attempts);
  if (static_cast<std::size_t>(event) >= table_of<L>::events) return job.refuse();
  const role r = program_of<L>.roles[static_cast<std::size_t>(event)];
  const bool failing = r == role::fail || r == role::lose || r == role::expire;
  const bool was_elsewhere = failing && r != role::lose && kind_of<L>(from.state) == kind::active &&
                             from.phase != phase::running;
  if (failing) {
    out.after.error = end.error;
    out.after.retryable = end.retryable;
    if (was_elsewhere) out.after.attempt += 1;
  }
  const unsigned attempt = out.after.attempt;
  out.charged = was_elsewhere;

  // A waiting state that cannot be cancelled is left first: both steps are one write.
  if (r == role::cancel && kind_of<L>(from.state) == kind::waiting &&
      !accepts<L>(from.state, event) && !job.step(role::retry_due))
    return job.refuse();
  if (!job.step(event)) return job.refuse();

  if (failing) {
    const kind now = kind_of<L>(out.after.state);
    if (now == kind::waiting) {
      // No wait leads anywhere if nothing remains. And where the way out of a waiting state is
      // still to be decided, that is done at once for a job whose worker was lost: it waits in the
      // queue.
      if (job.would_end(role::retry_due) || (r == role::lose && job.is_guarded(role::retry_due))) {
        if (!job.step(role::retry_due)) return job.refuse();
      } else {
        // A job that is given back has not been charged for its first attempt.
        out.wait_for_attempt = attempt == 0 ? 1 : attempt;
      }
    } else if (now == kind::active && r != role::lose) {
      out.after.phase = phase::scheduled;
      out.wait_for_attempt = attempt;
    }
    const kind last = kind_of<L>(out.after.state);
    if (!is_terminal(last)) out.after.retries += 1;
    out.dead_letter = last == kind::dead || (last == kind::failure && end.retryable);
  } else if (out.after.state != from.state) {
    // Progress was made, or an event from outside moved the job: the next active state begins to
    // count anew.
    if (!is_terminal<L>(out.after.state)) out.after.attempt = 0;
    out.dead_letter = kind_of<L>(out.after.state) == kind::dead;
  }
  job.accept();
}

}  // namespace detail

/// A worker takes the job and starts it. Raises `start` in a ready state; in an active one, whose
/// retry is due or which an event from outside has entered, nothing is raised. The attempt is
/// charged.
template <class L>
[[nodiscard]] constexpr decision<L> claim(const position<L>& from, unsigned max_attempts) {
  decision<L> out;
  detail::write_claim(out, from, max_attempts);
  return out;
}

/// What becomes of a claim whose start leads into a state whose work is done elsewhere: the job
/// enters the state without a worker. No attempt is charged: each failure that is reported from
/// elsewhere is.
template <class Decision>
[[nodiscard]] constexpr Decision without_worker(Decision claimed) {
  claimed.after.attempt -= 1;
  claimed.after.phase = phase::ready;
  claimed.charged = false;
  return claimed;
}

/// The due time of a scheduled job has come. Raises `retry_due` in a waiting state; in any other
/// the job only becomes ready.
template <class L>
[[nodiscard]] constexpr decision<L> come_due(const position<L>& from, unsigned max_attempts) {
  decision<L> out;
  detail::write_come_due(out, from, max_attempts);
  return out;
}

/// An event happens to the job. `end` says how the attempt ended if the event is `fail`, `lose` or
/// `expire`.
///
/// An attempt that a worker has claimed was charged when it began. One that was made elsewhere, in
/// a remote state or before a worker took the job, is known only by its failure, which is
/// charged as it comes: so no failure is free, and the budget holds for every active state.
template <class L>
[[nodiscard]] constexpr decision<L> happen(const position<L>& from, typename L::event event,
                                           unsigned max_attempts, const ending& end = {}) {
  decision<L> out;
  detail::write_happen(out, from, event, max_attempts, end);
  return out;
}

}  // namespace pawl
