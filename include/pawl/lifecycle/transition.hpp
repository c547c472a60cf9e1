// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/lifecycle/guard.hpp>

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

template <class Event>
struct event_word {
  Event on;
  pawl::guard guard{};

  consteval event_word operator[](pawl::guard when) const { return {on, when}; }

  template <class State>
    requires(__is_enum(State))
  friend consteval arrow<State, Event> operator+(State from, event_word event) {
    return {from, event.on, event.guard};
  }
  friend consteval live_arrow<Event> operator+(live_word, event_word event) {
    return {event.on, event.guard};
  }
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
