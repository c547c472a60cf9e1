// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/refusal.hpp>  // first, for g++ names the files on the way to a sentence

#include <pawl/lifecycle/decide.hpp>

namespace pawl::engine {

/// A job's place in its lifecycle at run time: one byte, moved by events.
///
/// Every engine answers alike (testing/engine_laws.hpp says how); this one looks up the lifecycle's
/// table, `engine::sml` drives a Boost.SML machine.
template <class L>
class table : checked<L> {
 public:
  using state_type = typename L::state;
  using event_type = typename L::event;

  constexpr table() = default;
  /// Goes on from a stored state. A value that is no state ends the program.
  constexpr explicit table(state_type state) : state_(static_cast<unsigned char>(state)) {
    if (static_cast<std::size_t>(state) >= detail::table_of<L>::states) __builtin_trap();
  }

  [[nodiscard]] constexpr state_type state() const { return static_cast<state_type>(state_); }

  /// Moves on an event that is not guarded. A refused event changes nothing.
  constexpr verdict<L> on(event_type event) {
    return move(event, detail::look_up_from<L>(state_, event));
  }

  /// Moves on any event. A refused event changes nothing.
  constexpr verdict<L> on(event_type event, const facts& known) {
    return move(event, detail::resolve<L>(detail::look_up_from<L>(state_, event), known));
  }

 private:
  constexpr verdict<L> move(event_type event, detail::cell answer) {
    const verdict<L> said{state(), event, answer};
    if (said) state_ = static_cast<unsigned char>(answer);
    return said;
  }

  unsigned char state_ = 0;
};

}  // namespace pawl::engine
