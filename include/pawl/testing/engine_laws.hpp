// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/lifecycle/decide.hpp>

namespace pawl::testing {

/// Facts under which every standard guard holds once and fails once.
inline constexpr facts guard_outcomes[] = {
    {.attempt = 1, .max_attempts = 3, .retryable = true, .error = "transient"},
    {.attempt = 3, .max_attempts = 3, .retryable = true, .error = "transient"},
    {.attempt = 1, .max_attempts = 3, .retryable = false, .error = "broken"},
    {.attempt = 3, .max_attempts = 3, .retryable = false, .error = "broken"},
};

/// The first law an engine broke, and where; `law` is empty if it kept them all.
template <class L>
struct broken_law {
  text law{};
  typename L::state state{};
  typename L::event event{};
};

/// What every engine of a lifecycle promises, over every state, every event and the given outcomes
/// of its guards. Requirements: `Engine` is default constructible and constructible from a state;
/// `state()`, `on(event)` and `on(event, facts)` answer as `pawl::next` and `pawl::decide` do.
template <class L, class Engine>
constexpr broken_law<L> engine_laws(slice<facts> outcomes = {guard_outcomes, 4}) {
  if (Engine{}.state() != initial<L>) return {"a new engine is in the initial state", initial<L>};
  for (auto state : states<L>()) {
    if (Engine(state).state() != state) return {"a restored engine is in the given state", state};
    for (auto event : events<L>()) {
      {
        Engine engine(state);
        const auto expected = next<L>(state, event);
        const auto answer = engine.on(event);
        if (static_cast<bool>(answer) != static_cast<bool>(expected) ||
            answer.needs_facts() != expected.needs_facts())
          return {"without facts, an event is accepted, refused or in need of facts", state, event};
        if (engine.state() != expected.state())
          return {"without facts, an engine moves only on an accepted event", state, event};
      }
      for (const facts& known : outcomes) {
        Engine engine(state);
        const auto expected = decide<L>(state, event, known);
        const auto answer = engine.on(event, known);
        if (static_cast<bool>(answer) != static_cast<bool>(expected))
          return {"an event is accepted in a state that has a row for it, and in no other", state,
                  event};
        if (answer.state() != expected.state() || engine.state() != expected.state())
          return {"an engine moves to the target of the first row whose guard holds", state, event};
        if (answer.from() != state || answer.event() != event)
          return {"a verdict names the state and the event it is about", state, event};
      }
    }
  }
  return {};
}

}  // namespace pawl::testing
