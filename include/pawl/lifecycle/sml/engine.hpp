// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/lifecycle/sml/as_sml.hpp>

namespace pawl::engine {

/// The engine that drives a Boost.SML machine made from the lifecycle. It answers as
/// `engine::table` does; choose it to run a lifecycle inside an existing SML set-up.
template <class L>
class sml : checked<L> {
 public:
  using state_type = typename L::state;
  using event_type = typename L::event;

  sml() = default;
  /// Goes on from a stored state. A value that is no state ends the program.
  explicit sml(state_type state) {
    if (static_cast<std::size_t>(state) >= detail::table_of<L>::states) __builtin_trap();
    place(state, detail::make_indices<detail::table_of<L>::states>{});
  }

  [[nodiscard]] state_type state() const {
    state_type found{};
    machine_.visit_current_states([&](auto current) { found = decltype(current)::type::state; });
    return found;
  }

  /// Moves on an event that is not guarded. A refused event changes nothing.
  verdict<L> on(event_type event) {
    const auto answer = next<L>(state(), event);
    return answer.needs_facts() ? answer : on(event, {});
  }

  /// Moves on any event. A refused event changes nothing.
  verdict<L> on(event_type event, const facts& known) {
    const state_type from = state();
    if (static_cast<std::size_t>(event) >= detail::table_of<L>::events)
      return {from, event, detail::no_cell};
    if (!process(event, known, detail::make_indices<detail::table_of<L>::events>{}))
      return {from, event, detail::no_cell};
    return {from, event, static_cast<detail::cell>(state())};
  }

 private:
  // Only a machine under the testing policy can be put into a given state.
  using machine = boost::sml::sm<as_sml<L>, boost::sml::testing>;

  template <std::size_t... Event>
  bool process(event_type event, const facts& known, detail::indices<Event...>) {
    using call = bool (*)(machine&, const facts&);
    static constexpr call calls[] = {[](machine& m, const facts& f) {
      return m.process_event(occurs<static_cast<event_type>(Event)>{f});
    }...};
    return calls[static_cast<std::size_t>(event)](machine_, known);
  }

  template <std::size_t... State>
  void place(state_type state, detail::indices<State...>) {
    using call = void (*)(machine&);
    static constexpr call calls[] = {[](machine& m) {
      m.set_current_states(boost::sml::state<at<static_cast<state_type>(State)>>);
    }...};
    calls[static_cast<std::size_t>(state)](machine_);
  }

  machine machine_{};
};

}  // namespace pawl::engine
