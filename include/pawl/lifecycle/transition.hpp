// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/refusal.hpp>
#include <pawl/lifecycle/guard.hpp>
#include <pawl/lifecycle/state.hpp>
#include <pawl/lifecycle/trigger.hpp>

namespace pawl {

template <class Because = refused<"pawl: triggers are joined with |;", "write by(api | user)">>
triggers operator||(trigger, trigger) = PAWL_DELETE("pawl: join triggers with |");

}  // namespace pawl

namespace pawl::detail {

/// One row of a lifecycle: `from + on(event)[guard].by(triggers) = to`.
template <class State, class Event>
struct row {
  enum class scope : unsigned char { state, live, never };

  State from{};
  Event on{};
  State to{};
  pawl::guard guard{};
  scope where = scope::state;
  triggers by{};
};

struct row_sentence {
  static constexpr void write(auto& out) {
    out << "pawl: a row of a lifecycle is written in another way; write from + on(event) = to, "
           "with "
           "states and events of its own";
  }
};

/// Stands for a row, or a part of one, of which has been told what is wrong with it.
struct refused_row {
  consteval refused_row operator[](const auto&) const { return {}; }
  consteval refused_row by(const auto&...) const { return {}; }
  consteval refused_row operator=(const auto&) const { return {}; }
  friend consteval refused_row operator+(const auto&, const refused_row&) { return {}; }

  /// Tells of what is written as no row is.
  template <class Given>
  static consteval refused_row because_of() {
    static_cast<void>(sizeof(demand<(sizeof(Given) == 0), row_sentence>));
    return {};
  }
};

template <class State, class Event>
struct arrow {
  State from;
  Event on;
  pawl::guard guard{};
  triggers by{};
  consteval row<State, Event> operator=(State to) const {
    return {from, on, to, guard, row<State, Event>::scope::state, by};
  }
  template <class Other>
  consteval malformed operator=(const Other&) const {
    return {};
  }
  template <class Other>
  friend consteval refused_row operator>>(const arrow&, const Other&) {
    return refused_row::because_of<Other>();
  }
  template <class Other>
  friend consteval refused_row operator==(const arrow&, const Other&) {
    return refused_row::because_of<Other>();
  }
};

template <class Event>
struct live_arrow {
  Event on;
  pawl::guard guard{};
  triggers by{};
  template <class State>
    requires(__is_enum(State))
  consteval row<State, Event> operator=(State to) const {
    return {to, on, to, guard, row<State, Event>::scope::live, by};
  }
};

struct live_word {};

/// Stands for `on(…)` of what is no event, until the table is refused for it.
struct malformed_event {
  consteval malformed_event operator[](const auto&) const { return {}; }
  consteval malformed operator=(const auto&) const { return {}; }
  friend consteval malformed_event operator+(const auto&, const malformed_event&) { return {}; }
};

/// An event of the engine, misspelt as it is now and then; brought into scope by `lifecycle`, and
/// hidden by an event of that name.
template <fixed_string Meant>
struct misspelt_event {};

template <fixed_string Meant>
struct misspelt_event_sentence {
  static constexpr void write(auto& out) {
    out << "pawl: an event is misspelt in on(...), and was perhaps meant to be " << Meant.view()
        << "; write on(" << Meant.view() << ')';
  }
};

struct several_in_on_sentence {
  static constexpr void write(auto& out) {
    out << "pawl: on(...) takes one event; write a row for each event, and a guard behind it, as "
           "in "
           "on(event)[guard]";
  }
};

/// `on(success)`: the words for kinds of states are not those for events.
template <kind Kind>
struct kind_as_event_sentence {
  static constexpr void write(auto& out) {
    out << "pawl: on(...) takes an event, and " << name_of(Kind)
        << " is the word for a kind of states; write on(" << event() << ')';
  }

 private:
  static consteval text event() {
    switch (Kind) {
      case kind::success:
        return "succeed";
      case kind::failure:
        return "fail";
      case kind::cancelled:
        return "cancel";
      case kind::active:
        return "start";
      default:
        return "event";
    }
  }
};

struct two_guards_sentence {
  static constexpr void write(auto& out) {
    out << "pawl: a row has one guard, and a row here has two; write one guard that asks for both";
  }
};
struct two_triggers_sentence {
  static constexpr void write(auto& out) {
    out << "pawl: a row says by(...) once, and a row here says it twice; join the triggers with |";
  }
};
struct no_triggers_sentence {
  static constexpr void write(auto& out) {
    out << "pawl: by(...) takes triggers, joined with |, and got something else; write by(api | "
           "workflow), of api, workflow, user and system";
  }
};

template <class... Given>
inline constexpr bool are_triggers = false;
template <>
inline constexpr bool are_triggers<trigger> = true;
template <>
inline constexpr bool are_triggers<triggers> = true;

/// `on(event)`, with or without a guard and triggers; what is said must not be said again, or the
/// second would silently replace the first.
template <class Event, bool Guarded = false, bool Triggered = false>
struct event_word {
  Event on;
  pawl::guard guard{};
  triggers those{};

  consteval event_word<Event, true, Triggered> operator[](pawl::guard when) const
    requires(!Guarded)
  {
    return {on, when, those};
  }
  template <class Guard>
    requires Guarded
  consteval event_word operator[](const Guard&) const {
    static_cast<void>(sizeof(demand<(sizeof(Guard) == 0), two_guards_sentence>));
    return *this;
  }

  /// Who may raise the event here.
  template <class... Given>
  consteval event_word<Event, Guarded, true> by(Given... given) const {
    constexpr bool understood = are_triggers<Given...>;
    static_cast<void>(sizeof(demand<!Triggered, two_triggers_sentence>));
    static_cast<void>(sizeof(demand < Triggered || understood, no_triggers_sentence >));
    if constexpr (understood)
      return {on, guard, triggers(given...)};
    else
      return {on, guard, those};
  }

  template <class State>
    requires(__is_enum(State))
  friend consteval arrow<State, Event> operator+(State from, event_word event) {
    return {from, event.on, event.guard, event.those};
  }
  friend consteval live_arrow<Event> operator+(live_word, event_word event) {
    return {event.on, event.guard, event.those};
  }
  template <class Other>
    requires(!__is_enum(Other))
  friend consteval refused_row operator+(const Other&, event_word) {
    return refused_row::because_of<Other>();
  }
  template <class Other>
  friend consteval refused_row operator|(const Other&, event_word) {
    return refused_row::because_of<Other>();
  }
};

template <class Event>
struct never_word {
  Event event;
  template <class State>
    requires(__is_enum(State))
  friend consteval row<State, Event> operator+(State from, never_word never) {
    return {from, never.event, from, {}, row<State, Event>::scope::never, {}};
  }
};

}  // namespace pawl::detail
