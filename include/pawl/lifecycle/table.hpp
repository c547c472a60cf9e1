// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/refusal.hpp>
#include <pawl/lifecycle/event.hpp>
#include <pawl/lifecycle/transition.hpp>

namespace pawl {

/// The rows and kinds of a lifecycle, as declared.
template <class State, class Event, std::size_t Rows, std::size_t Kinds>
struct transition_table {
  using state = State;
  using event = Event;
  static constexpr std::size_t states = detail::names_of<State>.count;
  static constexpr std::size_t events = detail::names_of<Event>.count;

  detail::row<State, Event> rows[Rows];
  detail::kind_of_state<State> kinds[Kinds];
};

namespace detail {

struct malformed_table {
  static constexpr void write(auto& out) {
    out << "pawl: transitions() takes kinds(...) first and then rows `from + on(event) = to`; "
           "use one state enum and one event enum in all of them";
  }
};

template <class... Arguments>
inline constexpr bool well_formed = false;
template <class State, std::size_t Kinds, class Event, class... Rows>
inline constexpr bool well_formed<kind_list<State, Kinds>, row<State, Event>, Rows...> = [] {
  // An array and a loop: Clang folds at most 256 operands.
  constexpr bool alike[] = {true, __is_same(Rows, row<State, Event>)...};
  for (const bool same : alike)
    if (!same) return false;
  return true;
}();

/// Whether a row has been refused before, by a sentence of its own.
template <class... Arguments>
inline constexpr bool is_refused = [] {
  constexpr bool refused[] = {false, __is_same(Arguments, refused_row)...};
  for (const bool each : refused)
    if (each) return true;
  return false;
}();

/// Stands for the table after a refusal: sound, so that the refusal stays the only error.
enum class inert_state : unsigned char { none };
enum class inert_event : unsigned char { none };
using inert_table = transition_table<inert_state, inert_event, 1, 1>;
consteval inert_table make_inert_table() {
  return {{{{}, {}, {}, {}, row<inert_state, inert_event>::scope::live, {}}},
          {{{}, kind::success}}};
}

}  // namespace detail

/// The base of every lifecycle. It brings the words of the declaration into scope:
///
///     struct deck : pawl::lifecycle {
///       enum class state { pending, running, succeeded, failed };
///       enum class event { start, succeed, fail, lose };
///       using enum state;
///       using enum event;
///       static constexpr auto table = transitions(
///           kinds(ready(pending), active(running), success(succeeded), failure(failed)),
///           pending + on(start)               = running,
///           running + on(succeed)             = succeeded,
///           running + on(fail)[may_retry]     = running,   // guarded rows are tried in order …
///           running + on(fail)                = failed,    // … and end in an unguarded one
///           running + on(lose)                = failed);
///     };
///
/// The first state is the initial one. A `live` row holds in every state that is not terminal,
/// after the state's own rows. `on(cancel).by(api | user)` says who may raise an event from
/// outside; what the engine raises in its own part is not asked. A flaw in the table is reported
/// where the lifecycle is first used, or by `static_assert(pawl::proven<deck>)`.
struct lifecycle {
  static constexpr auto dormant = pawl::dormant;
  static constexpr auto ready = pawl::ready;
  static constexpr auto active = pawl::active;
  static constexpr auto waiting = pawl::waiting;
  static constexpr auto success = pawl::success;
  static constexpr auto failure = pawl::failure;
  static constexpr auto cancelled = pawl::cancelled;
  static constexpr auto dead = pawl::dead;

  static constexpr auto attempts_left = guards::attempts_left;
  static constexpr auto may_retry = guards::may_retry;
  static constexpr auto exhausted = guards::exhausted;

  static constexpr detail::live_word live{};

  static constexpr auto api = trigger::api;
  static constexpr auto workflow = trigger::workflow;
  static constexpr auto user = trigger::user;
  static constexpr auto system = trigger::system;

  static constexpr detail::misspelt_event<"start"> strat{}, sart{}, starts{};
  static constexpr detail::misspelt_event<"succeed"> suceed{}, succed{}, succeeed{}, suceeed{},
      suceeded{}, succeds{};
  static constexpr detail::misspelt_event<"fail"> fial{}, faild{}, fails{};
  static constexpr detail::misspelt_event<"lose"> loose{}, loses{};
  static constexpr detail::misspelt_event<"cancel"> cancle{}, cancell{}, canel{}, cancels{};
  static constexpr detail::misspelt_event<"retry_due"> retry_deu{}, retrydue{};
  static constexpr detail::misspelt_event<"expire"> exipre{}, expires{};
  static constexpr detail::misspelt_event<"submit"> sumbit{}, submitt{}, submits{};

  template <class Event>
    requires(__is_enum(Event))
  static consteval detail::event_word<Event> on(Event event) {
    return {event};
  }
  template <class First, class Second, class... More>
  static consteval detail::refused_row on(const First&, const Second&, const More&...) {
    static_cast<void>(sizeof(detail::demand<(sizeof(First) == 0), detail::several_in_on_sentence>));
    return {};
  }
  template <fixed_string Meant>
  static consteval detail::refused_row on(const detail::misspelt_event<Meant>&) {
    static_cast<void>(
        sizeof(detail::demand<(sizeof(Meant) == 0), detail::misspelt_event_sentence<Meant>>));
    return {};
  }
  template <kind Kind>
  static consteval detail::refused_row on(const detail::kind_word<Kind>&) {
    static_cast<void>(
        sizeof(detail::demand<(Kind == kind::none), detail::kind_as_event_sentence<Kind>>));
    return {};
  }
  template <class Other>
    requires(!__is_enum(Other))
  static consteval detail::malformed_event on(const Other&) {
    return {};
  }

  /// `running + never(lose)`: a worker cannot be lost, because the job lives and dies with its
  /// process.
  template <class Event>
    requires(__is_enum(Event))
  static consteval detail::never_word<Event> never(Event event) {
    return {event};
  }

  template <class State, std::size_t... Count>
  static consteval auto kinds(const detail::kind_list<State, Count>&... lists) {
    return detail::join(lists...);
  }
  template <class... Others>
  static consteval detail::malformed kinds(const Others&...) {
    return {};
  }

  template <class State, std::size_t Kinds, class Event, class... More>
    requires detail::well_formed<detail::kind_list<State, Kinds>, detail::row<State, Event>,
                                 More...>
  static consteval transition_table<State, Event, 1 + sizeof...(More), Kinds> transitions(
      const detail::kind_list<State, Kinds>& kinds, const detail::row<State, Event>& first,
      const More&... more) {
    transition_table<State, Event, 1 + sizeof...(More), Kinds> table{{first, more...}, {}};
    for (std::size_t i = 0; i < Kinds; ++i) table.kinds[i] = kinds.entries[i];
    return table;
  }
  // Not a deleted overload: after its refusal Clang would go on to say that the table is no
  // constant.
  template <class... Arguments>
    requires(!detail::well_formed<Arguments...>)
  static consteval detail::inert_table transitions(const Arguments&...) {
    static_cast<void>(sizeof(
        detail::demand < detail::well_formed<Arguments...> || detail::is_refused<Arguments...>,
        detail::malformed_table >));
    return detail::make_inert_table();
  }
};

}  // namespace pawl
