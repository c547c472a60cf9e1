// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/type_list.hpp>
#include <pawl/lifecycle/sml/as_sml.hpp>

namespace pawl {

/// Says which kind some states of a Boost.SML machine are of: `are<kind::active, playing, paused>`.
template <kind Kind, class... States>
struct are {};

namespace detail {

template <class T>
inline constexpr bool is_are = false;
template <kind Kind, class... States>
inline constexpr bool is_are<are<Kind, States...>> = true;
/// `are<kind, states...>`
template <class T>
concept kind_of_states = is_are<T>;

/// A list of types with those of further lists added, each type once.
template <class List, class... Lists>
struct merged {
  using type = List;
};
template <class List, class... Lists>
struct merged<List, type_list<>, Lists...> : merged<List, Lists...> {};
template <class... Have, class T, class... More, class... Lists>
struct merged<type_list<Have...>, type_list<T, More...>, Lists...>
    : merged<typename choose<index_in<type_list<Have...>, T> == sizeof...(Have),
                             type_list<Have..., T>, type_list<Have...>>::type,
             type_list<More...>, Lists...> {};

/// `boost::sml::state<T>` or `T`: the type that stands for a state.
template <class State>
struct bare_state {
  using type = State;
};
template <class State>
  requires requires { State::initial; }
struct bare_state<State> {
  using type = typename State::type;
};

/// How a state or an event of an SML machine is called: `"idle"_s` by its text, `at` and `occurs`
/// by their enumerators, any other type by its own name.
template <class T>
struct sml_name {
  static constexpr text value = type_name<T>();
};
template <char... Chars>
struct sml_name<boost::sml::aux::string<char, Chars...>> {
  static constexpr char chars[] = {Chars..., '\0'};
  static constexpr text value{chars, sizeof...(Chars)};
};
template <auto State>
struct sml_name<at<State>> {
  static constexpr text value = name_of(State);
};
template <auto Event>
struct sml_name<occurs<Event>> {
  static constexpr text value = name_of(Event);
};

template <class Machine>
struct unreadable_guard_sentence {
  static constexpr void write(auto& out) {
    out << "pawl: a guard of " << type_name<Machine>()
        << " reads more than the facts of an attempt; make it a stateless function object of "
           "const pawl::facts&, of nothing, or of an event made from facts";
  }
};

template <class Machine>
consteval guard unreadable_guard() {
  static_assert(sizeof(demand<false, unreadable_guard_sentence<Machine>>) != 0);
  return {"guard", [](const facts&) { return false; }};
}

template <class Machine>
struct eventless_sentence {
  static constexpr void write(auto& out) {
    out << "pawl: a transition of " << type_name<Machine>()
        << " has no event; a job moves only on events, so name the one that moves it";
  }
};

template <class Machine, class State>
struct unknown_state_sentence {
  static constexpr void write(auto& out) {
    out << "pawl: " << sml_name<State>::value << " is no state of " << type_name<Machine>()
        << "; only states of its transition table have a kind or a value";
  }
};
template <class Machine, class Event>
struct unknown_event_sentence {
  static constexpr void write(auto& out) {
    out << "pawl: " << sml_name<Event>::value << " is no event of " << type_name<Machine>()
        << "; only events of its transition table have a value";
  }
};

/// By the name it declares, else by its type; a lambda has none worth showing.
template <class Callable>
consteval text spoken_guard() {
  if constexpr (has_name<Callable>) {
    return text(Callable::name);
  } else {
    constexpr text type = type_name<Callable>();
    return type[0] == '<' || type[0] == '(' ? text("guard") : type;
  }
}

template <class Machine, class Event, class Guard>
constexpr guard guard_of() {
  namespace sml = boost::sml;
  if constexpr (__is_same(Guard, sml::front::always)) {
    return {};
  } else {
    using callable = typename Guard::type;
    constexpr text shown = spoken_guard<callable>();
    if constexpr (requires(const facts& f) { callable{}(f); })
      return {shown, [](const facts& f) -> bool { return callable{}(f); }};
    else if constexpr (requires { callable{}(); })
      return {shown, [](const facts&) -> bool { return callable{}(); }};
    else if constexpr (requires(const facts& f) { callable{}(Event{f}); })
      return {shown, [](const facts& f) -> bool { return callable{}(Event{f}); }};
    else
      return unreadable_guard<Machine>();
  }
}

/// What a transition of an SML machine says, as far as a lifecycle is concerned.
template <class Transition>
struct sml_transition {
  static constexpr bool stays =
      __is_same(typename Transition::dst_state, boost::sml::front::internal);
  using from = typename Transition::src_state;
  using to = typename choose<stays, from, typename Transition::dst_state>::type;
  using initial = typename choose<Transition::initial, type_list<from>, type_list<>>::type;
};

template <class Machine, class Transitions>
struct sml_model;
template <class Machine, template <class...> class Pool, class... Transitions>
struct sml_model<Machine, Pool<Transitions...>> {
  // The initial state first: that is how a lifecycle says which one it is.
  using states = typename merged<type_list<>, typename sml_transition<Transitions>::initial...,
                                 type_list<typename sml_transition<Transitions>::from,
                                           typename sml_transition<Transitions>::to>...>::type;
  using events = typename merged<type_list<>, type_list<typename Transitions::event>...>::type;
};

template <class Machine>
using sml_model_of = sml_model<Machine, decltype(Machine{}())>;

/// The states and events of an SML machine as two enums without enumerators, which say their names
/// themselves.
template <class States, class Events>
struct sml_enums;
template <class... States, class... Events>
struct sml_enums<type_list<States...>, type_list<Events...>> {
  enum class state : unsigned char {};
  enum class event : unsigned char {};

  static constexpr text state_names[] = {sml_name<States>::value...};
  static constexpr text event_names[] = {sml_name<Events>::value...};
  friend constexpr const auto& pawl_names(state) { return state_names; }
  friend constexpr const auto& pawl_names(event) { return event_names; }
};

}  // namespace detail

/// A checked lifecycle made from an existing Boost.SML machine.
///
///     struct player : pawl::from_sml<player_machine, pawl::are<pawl::kind::ready, idle>, …> {
///       static constexpr pawl::text name = "player";
///     };
///     static_assert(pawl::next<player>(player::state_of<idle>, player::event_of<start>));
///
/// States and events are called like their types, so an event type named `start` is the engine's.
/// Guards must be stateless and read the facts; actions are not run.
template <class Machine, detail::kind_of_states... Kinds>
struct from_sml : lifecycle {
 private:
  using model = detail::sml_model_of<Machine>;
  using enums = detail::sml_enums<typename model::states, typename model::events>;

 public:
  using state = typename enums::state;
  using event = typename enums::event;

  template <class State>
  static constexpr state state_of = [] {
    using bare = typename detail::bare_state<State>::type;
    constexpr std::size_t index = detail::index_in<typename model::states, bare>;
    static_cast<void>(sizeof(detail::demand<(index < model::states::size),
                                            detail::unknown_state_sentence<Machine, bare>>));
    return static_cast<state>(index);
  }();
  template <class Event>
  static constexpr event event_of = [] {
    constexpr std::size_t index = detail::index_in<typename model::events, Event>;
    static_cast<void>(sizeof(detail::demand<(index < model::events::size),
                                            detail::unknown_event_sentence<Machine, Event>>));
    return static_cast<event>(index);
  }();

 private:
  using row = detail::row<state, event>;

  template <class Transition>
  static constexpr bool eventless =
      __is_same(typename Transition::event, boost::sml::back::anonymous);

  template <kind Kind, class... States>
  static consteval bool knows(are<Kind, States...>) {
    return ((static_cast<std::size_t>(state_of<States>) < model::states::size) && ...);
  }

  template <class Transition>
  static consteval row row_of() {
    using row_types = detail::sml_transition<Transition>;
    return {state_of<typename row_types::from>, event_of<typename Transition::event>,
            state_of<typename row_types::to>,
            detail::guard_of<Machine, typename Transition::event, typename Transition::guard>()};
  }

  template <kind Kind, class... States>
  static consteval auto kind_of(are<Kind, States...>) {
    return detail::kind_word<Kind>{}(state_of<States>...);
  }

  template <template <class...> class Pool, class... Transitions>
  static consteval auto table_of(detail::type_list<Pool<Transitions...>>) {
    constexpr bool with_events = !(eventless<Transitions> || ...);
    static_cast<void>(sizeof(detail::demand<with_events, detail::eventless_sentence<Machine>>));
    if constexpr (with_events && (knows(Kinds{}) && ...))
      return transitions(kinds(kind_of(Kinds{})...), row_of<Transitions>()...);
    else
      return detail::make_inert_table();
  }

 public:
  static constexpr auto table = table_of(detail::type_list<decltype(Machine{}())>{});
};

}  // namespace pawl
