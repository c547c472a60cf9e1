// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/refusal.hpp>  // first, for g++ names the files on the way to a sentence

#include <pawl/lifecycle/decide.hpp>

namespace pawl {

/// An event together with the facts that decide its guards.
template <class Event>
struct occurrence {
  Event event{};
  facts known{};
  bool with_facts = false;

  constexpr occurrence() = default;
  constexpr occurrence(Event on) : event(on) {}
  constexpr occurrence(Event on, const facts& given) : event(on), known(given), with_facts(true) {}
};

/// `when(fail, {.attempt = 1, .max_attempts = 3, .retryable = true})`: a step of a simulation.
template <class Event>
  requires(__is_enum(Event))
constexpr occurrence<Event> when(Event event, const facts& known) {
  return {event, known};
}

namespace detail {

/// An event of the lifecycle, with or without facts.
template <class Step, class L>
concept step_of = requires(const Step& step) { occurrence<typename L::event>(step); };

}  // namespace detail

/// What became of a job that a series of events happened to. Stops at the first that is refused.
template <class L, std::size_t Steps>
class simulation {
 public:
  using state_type = typename L::state;

  constexpr explicit simulation(const occurrence<typename L::event> (&steps)[Steps + 1]) {
    for (std::size_t i = 0; i < Steps; ++i) {
      const auto& step = steps[i];
      last_ = step.with_facts ? decide<L>(state(), step.event, step.known)
                              : next<L>(state(), step.event);
      if (!last_) return;
      trace_[++taken_] = last_.state();
    }
  }

  [[nodiscard]] constexpr state_type state() const { return trace_[taken_]; }
  /// Every event was accepted.
  constexpr explicit operator bool() const { return taken_ == Steps; }
  /// How many events were accepted.
  [[nodiscard]] constexpr std::size_t taken() const { return taken_; }
  /// The answer to the last event that was tried; it says why a simulation ended early.
  [[nodiscard]] constexpr verdict<L> last() const { return last_; }
  /// The states passed through, the initial one first.
  [[nodiscard]] constexpr slice<state_type> trace() const { return {trace_, taken_ + 1}; }

 private:
  state_type trace_[Steps + 1]{initial<L>};
  std::size_t taken_ = 0;
  verdict<L> last_{initial<L>, {}, detail::no_cell};
};

namespace detail {

// In pieces, as clang prints them, and not composed: every simulation forms it.
using step_refused =
    refused<"pawl: a step of this simulation is", "refused, so what follows it never",
            "happens; mend it, or use", "pawl::try_simulate and ask how far", "it came">;
using steps_are_events =
    refused<"pawl: a simulation takes events of", "its lifecycle, each alone or with",
            "its facts; a state is what it leads", "to: compare .state with it">;

}  // namespace detail

/// The same as `simulate`, for series that may be refused: it stops at the first event that is.
template <lifecycle_type L, detail::step_of<L>... Steps>
[[nodiscard]] constexpr simulation<L, sizeof...(Steps)> try_simulate(const Steps&... steps) {
  const occurrence<typename L::event> all[] = {steps..., {}};
  return simulation<L, sizeof...(Steps)>(all);
}

/// Runs a job of this lifecycle through a series of events, in a static_assert as well as at run
/// time. If one is refused, what the compiler computes does not compile, and what is run stops.
template <lifecycle_type L, detail::step_of<L>... Steps>
[[nodiscard]] constexpr simulation<L, sizeof...(Steps)> simulate(const Steps&... steps) {
  const auto life = try_simulate<L>(steps...);
  if (__builtin_is_constant_evaluated())
    detail::refuse_unless<detail::step_refused>(static_cast<bool>(life));
  return life;
}

template <lifecycle_type L, class... Steps, class Because = detail::steps_are_events>
  requires(!(detail::step_of<Steps, L> && ...))
simulation<L, sizeof...(Steps)> simulate(const Steps&...) =
    PAWL_DELETE("pawl: a simulation takes events");
template <lifecycle_type L, class... Steps, class Because = detail::steps_are_events>
  requires(!(detail::step_of<Steps, L> && ...))
simulation<L, sizeof...(Steps)> try_simulate(const Steps&...) =
    PAWL_DELETE("pawl: a simulation takes events");

}  // namespace pawl
