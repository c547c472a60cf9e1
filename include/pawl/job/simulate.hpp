// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/refusal.hpp>  // first, for g++ names the files on the way to a sentence

#include <pawl/job/outcome.hpp>
#include <pawl/job/remote.hpp>
#include <pawl/lifecycle/decision.hpp>
#include <pawl/lifecycle/simulate.hpp>
#include <pawl/policies/backoff.hpp>
#include <pawl/policies/errors.hpp>
#include <pawl/policies/stages.hpp>

/// Whole jobs, lived in a static_assert: decisions, retry budget, backoff, stages and progress.
///
///     static_assert(simulate<convert>(start, failing<network_timeout>, resume, succeed).state ==
///     succeeded);

namespace pawl {

/// A step of a simulation: the attempt fails with this class. None, and more than one, are refused
/// by the simulation.
template <class... Class>
struct failing_t {};
// clang-format off: clang shows the line of the parameters
template <class... Class> requires detail::takes<"pawl: failing takes an error class, which is a type">
// clang-format on
inline constexpr failing_t<Class...> failing{};

/// A step of a simulation: the wait is over. A waiting job becomes due; one whose retry stays in an
/// active state is taken up again at once.
struct resume_t {};
inline constexpr resume_t resume{};

/// A step of a simulation: the handler enters a stage, or reports how much of it is done.
template <fixed_string Stage>
struct entering_t {};
template <fixed_string Stage>
inline constexpr entering_t<Stage> entering{};
template <int Percent>
struct reporting_t {};
template <int Percent>
inline constexpr reporting_t<Percent> reporting{};

/// A wait before a retry: every jitter falls between the two.
struct wait_bounds {
  duration_ms least{};
  duration_ms most{};
  friend constexpr bool operator==(const wait_bounds&, const wait_bounds&) = default;
};

namespace detail {

template <class T>
concept job_like = requires {
  typename T::job_type;
  typename T::job_type::lifecycle;
};

}  // namespace detail

/// What became of a simulated job. Stops at the first step that is refused.
template <class Job, std::size_t Steps>
struct job_simulation {
  using L = typename Job::job_type::lifecycle;
  static constexpr std::size_t capacity = 2 * Steps + 1;

  typename L::state state = initial<L>;
  unsigned attempts = 0;  ///< charged starts since progress was last made
  unsigned starts = 0;    ///< charged attempts in the whole life
  unsigned retries = 0;
  bool dead_letter = false;
  bool escalated = false;  ///< an error class that an operator must look at
  text error{};            ///< the class of the last failure
  int progress = 0;
  text stage{};
  wait_bounds waits[Steps + 1]{};
  std::size_t wait_count = 0;
  typename L::state trace[capacity]{initial<L>};  ///< the states passed through
  std::size_t trace_size = 1;
  std::size_t taken = 0;  ///< steps that were accepted
  verdict<L> last{initial<L>, {}, detail::no_cell};

  /// Every step was accepted.
  constexpr explicit operator bool() const { return taken == Steps; }

  /// Whether the job passed through exactly these states, the initial one first.
  template <class... States>
  [[nodiscard]] constexpr bool passed(States... states) const {
    const typename L::state expected[] = {states...};
    if (sizeof...(States) != trace_size) return false;
    for (std::size_t i = 0; i < trace_size; ++i)
      if (trace[i] != expected[i]) return false;
    return true;
  }
};

namespace detail {

template <class L>
struct unknown_step {
  static constexpr void write(auto& out) {
    out << "pawl: a simulation is given something that is no step; give it events of lifecycle "
        << spoken_name<L>() << ", pawl::failing<class> or pawl::resume";
  }
};

struct fails_with_one_class {
  static constexpr void write(auto& out) {
    out << "pawl: a simulated attempt fails with one of the error classes of its job; write "
           "pawl::failing<class>";
  }
};

template <class Handler, std::size_t Steps>
class simulator {
  using job = typename Handler::job_type;
  using L = typename job::lifecycle;
  using event = typename L::event;

 public:
  template <class Step>
  constexpr void take(const Step& step) {
    if (out_.taken != tried_++) return;
    if (apply(step)) ++out_.taken;
    publish();
  }
  [[nodiscard]] constexpr const job_simulation<Handler, Steps>& result() const { return out_; }

 private:
  template <class Step>
  constexpr bool apply(const Step&) {
    static_cast<void>(sizeof(demand<(sizeof(Step) == 0), unknown_step<L>>));
    return true;
  }
  constexpr bool apply(event happened) {
    const role r = is_known(happened) ? program_of<L>.roles[static_cast<std::size_t>(happened)]
                                      : role::outside;
    if (r == role::start) return !is_elsewhere() && accept(started());
    if (r == role::retry_due) return accept(come_due<L>(at_, job::retry::max_attempts));
    if (raised_in(r) == kind::active && !is_being_worked_on()) return false;
    if (r == role::lose && is_elsewhere()) return false;  // no worker holds it
    ending end{};
    if (r == role::lose)
      end = {error::worker_lost::code, job::template retries<error::worker_lost>};
    if (r == role::expire) end = {error::timeout::code, job::template retries<error::timeout>};
    return accept(happen<L>(at_, happened, job::retry::max_attempts, end));
  }
  template <class... Class>
    requires(sizeof...(Class) != 1)
  constexpr bool apply(failing_t<Class...>) {
    static_cast<void>(sizeof(demand<(sizeof...(Class) == 1), fails_with_one_class>));
    return true;
  }
  template <class Class>
  constexpr bool apply(failing_t<Class>) {
    static_assert(
        sizeof(
            demand<job::errors::template contains<Class>, undeclared_error_sentence<job, Class>>) !=
        0);
    constexpr std::size_t fail = event_of_role<L>(role::fail);
    if (!is_being_worked_on()) return false;
    if (!accept(happen<L>(at_, static_cast<event>(fail), job::retry::max_attempts,
                          {code_of<Class>(), retried<Class>()})))
      return false;
    if constexpr (requires { Class::escalates; })
      out_.escalated = out_.escalated || Class::escalates;
    return true;
  }
  template <class Class>
  static consteval text code_of() {
    if constexpr (requires { Class::code; })
      return Class::code;
    else
      return {};  // refused above
  }
  template <class Class>
  static consteval bool retried() {
    if constexpr (job::errors::template contains<Class>)
      return job::template retries<Class>;
    else
      return false;  // refused above
  }
  constexpr bool apply(resume_t) {
    const bool stays_active = kind_of<L>(at_.state) == kind::active && !is_elsewhere();
    if (!accept(come_due<L>(at_, job::retry::max_attempts))) return false;
    return !stays_active || accept(claim<L>(at_, job::retry::max_attempts));
  }
  template <fixed_string Stage>
  constexpr bool apply(entering_t<Stage>) {
    if (at_.phase != phase::running) return false;
    progress_.template enter<Stage>();
    return true;
  }
  template <int Percent>
  constexpr bool apply(reporting_t<Percent>) {
    if (at_.phase != phase::running) return false;
    progress_.report(Percent);
    return true;
  }

  /// A claim; if it leads into a remote state, the job enters that without a worker.
  [[nodiscard]] constexpr decision<L> started() const {
    const decision<L> claimed = claim<L>(at_, job::retry::max_attempts);
    return claimed && is_remote<Handler, L>(claimed.after.state) ? without_worker(claimed)
                                                                 : claimed;
  }
  [[nodiscard]] constexpr bool is_elsewhere() const { return is_remote<Handler, L>(at_.state); }
  /// By a worker that has claimed it; or elsewhere, which this process cannot tell until it ends.
  [[nodiscard]] constexpr bool is_being_worked_on() const {
    return at_.phase == phase::running || is_elsewhere();
  }

  constexpr bool accept(const decision<L>& decided) {
    out_.last = decided.answer;
    if (!decided) return false;
    at_ = decided.after;
    for (std::size_t i = 0; i < decided.count; ++i)
      out_.trace[out_.trace_size++] = decided.steps[i].to;
    if (decided.charged) ++out_.starts;
    if (decided.wait_for_attempt != 0) {
      const auto limits = bounds(job::retry::plan, decided.wait_for_attempt);
      out_.waits[out_.wait_count++] = {limits.min, limits.max};
    }
    out_.dead_letter = out_.dead_letter || decided.dead_letter;
    if (kind_of<L>(at_.state) == kind::success) progress_.succeed();
    return true;
  }

  constexpr void publish() {
    out_.state = at_.state;
    out_.attempts = at_.attempt;
    out_.retries = at_.retries;
    out_.error = at_.error;
    out_.progress = progress_.percent();
    out_.stage = progress_.stage();
  }
  static constexpr bool is_known(event e) {
    return static_cast<std::size_t>(e) < table_of<L>::events;
  }

  position<L> at_{};
  progress_of<typename job::stages> progress_{};
  job_simulation<Handler, Steps> out_{};
  std::size_t tried_ = 0;
};

}  // namespace detail

/// The same as `simulate`, for series that may be refused: it stops at the first step that is.
template <class Job, class... Steps>
  requires detail::job_like<Job>
[[nodiscard]] constexpr job_simulation<Job, sizeof...(Steps)> try_simulate(const Steps&... steps) {
  detail::simulator<Job, sizeof...(Steps)> life;
  (life.take(steps), ...);
  return life.result();
}

/// Lives a job through a series of steps: events of its lifecycle, `failing<Class>`, `resume`,
/// `entering<"stage">`, `reporting<percent>`. `start` is a claim by a worker, or the step
/// into a remote state of the handler, which needs none; every failure in it counts as an attempt.
/// If a step is refused, what the compiler computes does not compile, and what is run stops.
template <class Job, class... Steps>
  requires detail::job_like<Job>
[[nodiscard]] constexpr job_simulation<Job, sizeof...(Steps)> simulate(const Steps&... steps) {
  const auto life = try_simulate<Job>(steps...);
  if (__builtin_is_constant_evaluated())
    detail::refuse_unless<detail::step_refused>(static_cast<bool>(life));
  return life;
}

}  // namespace pawl
