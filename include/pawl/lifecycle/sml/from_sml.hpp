// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/lifecycle/sml/detail/flaw.hpp>
#include <pawl/lifecycle/sml/detail/predicate.hpp>

namespace pawl {

/// Says which kind some states of a Boost.SML machine are of: `are<kind::active, playing, paused>`.
template <kind Kind, class... States>
struct are {};

/// Says that the actions of a Boost.SML machine, those on entry and exit included, may be left out:
/// a job's work is done by its handler. Without it a machine that has actions is refused.
struct without_actions {};

namespace detail {

template <class T>
inline constexpr bool is_are = false;
template <kind Kind, class... States>
inline constexpr bool is_are<are<Kind, States...>> = true;
/// `are<kind, states...>` or `without_actions`
template <class T>
concept said_of_sml = is_are<T> || __is_same(T, without_actions);

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

template <class... Lists>
struct joined {
  using type = type_list<>;
};
template <class... Have>
struct joined<type_list<Have...>> {
  using type = type_list<Have...>;
};
template <class... Have, class... More, class... Lists>
struct joined<type_list<Have...>, type_list<More...>, Lists...>
    : joined<type_list<Have..., More...>, Lists...> {};

/// The list of one type that stays, or an empty one.
template <bool Stays, class T>
using only_if = typename choose<Stays, type_list<T>, type_list<>>::type;

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

/// What a transition of an SML machine says, as far as a lifecycle is concerned.
template <class Transition>
struct sml_transition {
  static constexpr bool stays =
      __is_same(typename Transition::dst_state, boost::sml::front::internal);
  static constexpr bool moves = !is_entry_or_exit<typename Transition::event>;
  using from = typename Transition::src_state;
  using to = typename choose<stays, from, typename Transition::dst_state>::type;
  using initial = only_if<Transition::initial, from>;
  using event = only_if<moves, typename Transition::event>;
  using row = only_if<moves, Transition>;
};

template <class Transitions>
struct sml_model;
template <template <class...> class Pool, class... Transitions>
struct sml_model<Pool<Transitions...>> {
  using initial =
      typename merged<type_list<>, typename sml_transition<Transitions>::initial...>::type;
  // The initial state first: that is how a lifecycle says which one it is.
  using states =
      typename merged<initial, type_list<typename sml_transition<Transitions>::from,
                                         typename sml_transition<Transitions>::to>...>::type;
  using events = typename merged<type_list<>, typename sml_transition<Transitions>::event...>::type;
  using rows = typename joined<typename sml_transition<Transitions>::row...>::type;
  static consteval sml_flaw flaw(std::size_t kinds, bool actions_left_out) {
    return flaw_of_machine<Transitions...>(initial::size, kinds, actions_left_out);
  }
};

// Not made: a machine may want constructor arguments, and only its types are read.
template <class Machine>
using sml_model_of = sml_model<decltype(boost::sml::aux::declval<Machine&>()())>;

/// The first of some types whose name compilers spell differently, or `void`.
template <class List>
struct first_unstable {
  using type = void;
};
template <class T, class... More>
struct first_unstable<type_list<T, More...>>
    : choose<sml_name<T>::stable, first_unstable<type_list<More...>>, choose<true, T, T>>::type {};

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
/// Guards must be stateless and read the facts; actions are not run, and `without_actions` says
/// that this is known. What a lifecycle does not have is refused (docs/lifecycles.md lists it).
template <class Machine, detail::said_of_sml... Said>
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

  using kinds_said = typename detail::joined<detail::only_if<detail::is_are<Said>, Said>...>::type;
  static constexpr detail::sml_flaw flaw =
      model::flaw(kinds_said::size, (__is_same(Said, without_actions) || ...));
  using unstable = typename detail::first_unstable<
      typename detail::joined<typename model::states, typename model::events>::type>::type;

  template <kind Kind, class... States>
  static consteval bool knows(are<Kind, States...>) {
    return ((static_cast<std::size_t>(state_of<States>) < model::states::size) && ...);
  }

  template <class Transition>
  static consteval row row_of() {
    using row_types = detail::sml_transition<Transition>;
    return {state_of<typename row_types::from>,
            event_of<typename Transition::event>,
            state_of<typename row_types::to>,
            detail::guard_of<Machine, typename Transition::event, typename Transition::guard>(),
            row::scope::state,
            {}};
  }

  template <kind Kind, class... States>
  static consteval auto kind_of(are<Kind, States...>) {
    return detail::kind_word<Kind>{}(state_of<States>...);
  }

  template <class... Kinds, class... Transitions>
  static consteval auto table_of(detail::type_list<Kinds...>, detail::type_list<Transitions...>) {
    using detail::demand;
    constexpr bool readable = flaw == detail::sml_flaw::none;
    constexpr bool storable = !readable || __is_same(unstable, void);
    constexpr bool distinct = !readable || !storable ||
                              (repeated_name(typename model::states{}).empty() &&
                               repeated_name(typename model::events{}).empty());
    static_cast<void>(sizeof(demand<readable, detail::sml_flaw_sentence<Machine, flaw>>));
    static_cast<void>(sizeof(demand<storable, detail::unstable_name_sentence<Machine, unstable>>));
    static_cast<void>(
        sizeof(demand<distinct, detail::repeated_name_sentence<Machine, typename model::states,
                                                               typename model::events>>));
    if constexpr (!readable || !storable || !distinct)
      return detail::make_inert_table();
    else if constexpr ((knows(Kinds{}) && ...))
      return transitions(kinds(kind_of(Kinds{})...), row_of<Transitions>()...);
    else
      return detail::make_inert_table();
  }

 public:
  static constexpr auto table = table_of(kinds_said{}, typename model::rows{});
};

}  // namespace pawl
