// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/refusal.hpp>
#include <pawl/lifecycle/guard.hpp>
#include <pawl/lifecycle/state.hpp>

namespace pawl::detail {

/// One row of a lifecycle: `from + on(event)[guard] = to`.
template <class State, class Event>
struct row {
  enum class scope : unsigned char { state, live, never };

  State from{};
  Event on{};
  State to{};
  pawl::guard guard{};
  scope where = scope::state;
};

template <class State, class Event>
struct arrow {
  State from;
  Event on;
  pawl::guard guard{};
  consteval row<State, Event> operator=(State to) const { return {from, on, to, guard}; }
  template <class Other>
  consteval malformed operator=(const Other&) const {
    return {};
  }
};

template <class Event>
struct live_arrow {
  Event on;
  pawl::guard guard{};
  template <class State>
    requires(__is_enum(State))
  consteval row<State, Event> operator=(State to) const {
    return {to, on, to, guard, row<State, Event>::scope::live};
  }
};

struct live_word {};

struct two_guards_sentence {
  static constexpr void write(auto& out) {
    out << "pawl: a row has one guard, and a row here has two; write one guard that asks for both";
  }
};

template <class Event>
struct guarded_event_word {
  Event on;
  pawl::guard guard{};

  /// A second guard would silently replace the first.
  template <class Guard>
  consteval guarded_event_word operator[](const Guard&) const {
    static_cast<void>(sizeof(demand<(sizeof(Guard) == 0), two_guards_sentence>));
    return *this;
  }

  template <class State>
    requires(__is_enum(State))
  friend consteval arrow<State, Event> operator+(State from, guarded_event_word event) {
    return {from, event.on, event.guard};
  }
  friend consteval live_arrow<Event> operator+(live_word, guarded_event_word event) {
    return {event.on, event.guard};
  }
};

template <class Event>
struct event_word {
  Event on;

  consteval guarded_event_word<Event> operator[](pawl::guard when) const { return {on, when}; }

  template <class State>
    requires(__is_enum(State))
  friend consteval arrow<State, Event> operator+(State from, event_word event) {
    return {from, event.on};
  }
  friend consteval live_arrow<Event> operator+(live_word, event_word event) { return {event.on}; }
};

template <class Event>
struct never_word {
  Event event;
  template <class State>
    requires(__is_enum(State))
  friend consteval row<State, Event> operator+(State from, never_word never) {
    return {from, never.event, from, {}, row<State, Event>::scope::never};
  }
};

}  // namespace pawl::detail
