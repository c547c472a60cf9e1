// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/type_list.hpp>
#include <pawl/lifecycle/sml/as_sml.hpp>

namespace pawl::detail {

/// How a state or an event of an SML machine is called: by the `name` that its type declares, else
/// by the name of the type; `"idle"_s` by its text, `at` and `occurs` by their enumerators.
template <class T>
struct sml_name {
  static constexpr text value = [] {
    if constexpr (has_name<T>)
      return text(T::name);
    else
      return type_name<T>();
  }();
  /// Names are stored, so all compilers must spell them alike: they do not spell template arguments
  /// and types without a name alike.
  static constexpr bool stable = [] {
    if constexpr (!has_name<T>)
      for (std::size_t i = 0; i < value.size(); ++i)
        if (const char c = value[i]; c == '<' || c == '(' || c == '{' || c == ' ') return false;
    return true;
  }();
};
template <char... Chars>
struct sml_name<boost::sml::aux::string<char, Chars...>> {
  static constexpr char chars[] = {Chars..., '\0'};
  static constexpr text value{chars, sizeof...(Chars)};
  static constexpr bool stable = true;
};
/// SML's `X`, whose type is SML's own affair.
template <>
struct sml_name<boost::sml::back::terminate_state> {
  static constexpr text value = "terminate";
  static constexpr bool stable = true;
};
template <auto State>
struct sml_name<at<State>> {
  static constexpr text value = name_of(State);
  static constexpr bool stable = true;
};
template <auto Event>
struct sml_name<occurs<Event>> {
  static constexpr text value = name_of(Event);
  static constexpr bool stable = true;
};

/// What SML has and a lifecycle does not. A machine that has it is refused: read as something else,
/// it would be another machine.
enum class sml_flaw : unsigned char {
  none,
  eventless,
  any_event,
  unexpected_event,
  exception,
  sub_machine,
  history,
  no_beginning,
  regions,
  defers,
  raises,
  acts,
  kindless
};

constexpr text sml_flaw_says(sml_flaw flaw) {
  switch (flaw) {
    case sml_flaw::eventless:
      return "has a transition without an event; a job moves only on events, so name the one that "
             "moves it";
    case sml_flaw::any_event:
      return "has a row for any event, event<_>; a lifecycle names its events, so write a row for "
             "each";
    case sml_flaw::unexpected_event:
      return "has a row for unexpected events; a job refuses what its state does not accept, so "
             "remove the row";
    case sml_flaw::exception:
      return "has a row for exceptions; a handler that throws fails its job, so write a row for "
             "the event fail";
    case sml_flaw::sub_machine:
      return "has a state that is a machine of its own; a job is in one state, so write the inner "
             "rows into its table";
    case sml_flaw::history:
      return "has a state with history; a stored job keeps its state, so mark the first one with * "
             "instead of H";
    case sml_flaw::no_beginning:
      return "has no initial state; mark one with *";
    case sml_flaw::regions:
      return "has several initial states; a job is in one state at a time, so make a lifecycle of "
             "each region";
    case sml_flaw::defers:
      return "has an action that defers its event; a job keeps no event for later, so remove the "
             "row";
    case sml_flaw::raises:
      return "has an action that raises an event; events of a job come from outside, so lead the "
             "row to where that event would";
    case sml_flaw::acts:
      return "has actions; a job runs none, so do the work in its handler and add "
             "pawl::without_actions to from_sml";
    case sml_flaw::kindless:
      return "says no kinds of its states; add pawl::are<kind, states...> for each kind to "
             "from_sml";
    case sml_flaw::none:
      break;
  }
  return {};
}

template <class Machine, sml_flaw Flaw>
struct sml_flaw_sentence {
  static constexpr void write(auto& out) {
    out << "pawl: " << type_name<Machine>() << ' ' << sml_flaw_says(Flaw);
  }
};

template <class Machine, class T>
struct unstable_name_sentence {
  static constexpr void write(auto& out) {
    out << "pawl: " << sml_name<T>::value << " of " << type_name<Machine>()
        << " is not spelled alike by all compilers, and names are stored; give it a static "
           "constexpr pawl::text name";
  }
};

/// The name that two of the types have, or nothing: types of two namespaces may share one.
template <class... Types>
consteval text repeated_name(type_list<Types...>) {
  constexpr text names[] = {sml_name<Types>::value...};
  for (std::size_t i = 0; i < sizeof...(Types); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (names[i] == names[j]) return names[i];
  return {};
}

template <class Machine, class States, class Events>
struct repeated_name_sentence {
  static constexpr void write(auto& out) {
    constexpr text of_states = repeated_name(States{});
    out << "pawl: two " << (of_states.empty() ? "events" : "states") << " of "
        << type_name<Machine>() << " are called "
        << (of_states.empty() ? repeated_name(Events{}) : of_states)
        << ", and names are stored; give one a static constexpr pawl::text name";
  }
};

template <class Event>
inline constexpr sml_flaw flaw_of_event = sml_flaw::none;
template <>
inline constexpr sml_flaw flaw_of_event<boost::sml::back::anonymous> = sml_flaw::eventless;
template <>
inline constexpr sml_flaw flaw_of_event<boost::sml::back::_> = sml_flaw::any_event;
template <class T, class Event>
inline constexpr sml_flaw flaw_of_event<boost::sml::back::unexpected_event<T, Event>> =
    sml_flaw::unexpected_event;
template <class T, class Exception>
inline constexpr sml_flaw flaw_of_event<boost::sml::back::exception<T, Exception>> =
    sml_flaw::exception;

/// Rows that only say what is done on the way into a state or out of it.
template <class Event>
inline constexpr bool is_entry_or_exit = false;
template <class T, class Event>
inline constexpr bool is_entry_or_exit<boost::sml::back::on_entry<T, Event>> = true;
template <class T, class Event>
inline constexpr bool is_entry_or_exit<boost::sml::back::on_exit<T, Event>> = true;

template <class State>
inline constexpr bool is_sub_machine = false;
template <class Policy>
inline constexpr bool is_sub_machine<boost::sml::back::sm<Policy>> = true;

/// An action, alone or among others, that changes which transitions are taken; and a queue that an
/// action is given to do so.
template <class Action>
inline constexpr sml_flaw flaw_of_action = sml_flaw::acts;
template <>
inline constexpr sml_flaw flaw_of_action<boost::sml::front::none> = sml_flaw::none;
template <>
inline constexpr sml_flaw flaw_of_action<boost::sml::front::actions::defer> = sml_flaw::defers;
template <class Event>
inline constexpr sml_flaw flaw_of_action<boost::sml::front::actions::process::process_impl<Event>> =
    sml_flaw::raises;
template <class... Events>
inline constexpr sml_flaw flaw_of_action<boost::sml::back::defer<Events...>> = sml_flaw::defers;
template <class... Events>
inline constexpr sml_flaw flaw_of_action<boost::sml::back::process<Events...>> = sml_flaw::raises;
template <class Queue>
inline constexpr sml_flaw flaw_of_action<Queue&> = flaw_of_action<Queue>;
template <class Queue>
inline constexpr sml_flaw flaw_of_action<const Queue> = flaw_of_action<Queue>;
template <class... Actions>
inline constexpr sml_flaw flaw_of_action<boost::sml::front::seq_<Actions...>> = [] {
  sml_flaw worst = sml_flaw::acts;
  constexpr sml_flaw all[] = {flaw_of_action<typename Actions::type>...};
  for (const sml_flaw each : all)
    if (each < worst) worst = each;
  return worst;
}();

template <class Dependencies>
inline constexpr sml_flaw flaw_of_dependencies = sml_flaw::none;
template <template <class...> class List, class... Dependencies>
inline constexpr sml_flaw flaw_of_dependencies<List<Dependencies...>> = [] {
  sml_flaw worst = sml_flaw::none;
  (void)(... || ((worst = flaw_of_action<Dependencies>) != sml_flaw::acts));
  return worst == sml_flaw::acts ? sml_flaw::none : worst;
}();

template <class Transition>
consteval sml_flaw flaw_of_transition(bool actions_left_out) {
  if constexpr (flaw_of_event<typename Transition::event> != sml_flaw::none)
    return flaw_of_event<typename Transition::event>;
  if (is_sub_machine<typename Transition::src_state> ||
      is_sub_machine<typename Transition::dst_state>)
    return sml_flaw::sub_machine;
  if (Transition::history) return sml_flaw::history;
  if constexpr (flaw_of_dependencies<typename Transition::deps> != sml_flaw::none)
    return flaw_of_dependencies<typename Transition::deps>;
  const sml_flaw of_action = flaw_of_action<typename Transition::action::type>;
  return of_action == sml_flaw::acts && actions_left_out ? sml_flaw::none : of_action;
}

/// The first flaw of a machine with so many different initial states, and so many kinds said.
template <class... Transitions>
consteval sml_flaw flaw_of_machine(std::size_t beginnings, std::size_t kinds,
                                   bool actions_left_out) {
  sml_flaw first = sml_flaw::none;
  (void)(... || ((first = flaw_of_transition<Transitions>(actions_left_out)) != sml_flaw::none));
  if (first != sml_flaw::none && first != sml_flaw::acts) return first;
  if (beginnings == 0) return sml_flaw::no_beginning;
  if (beginnings > 1) return sml_flaw::regions;
  return kinds == 0 && first == sml_flaw::none ? sml_flaw::kindless : first;
}

}  // namespace pawl::detail
