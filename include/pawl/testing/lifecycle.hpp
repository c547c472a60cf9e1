// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/refusal.hpp>  // first, for g++ names the files on the way to a sentence

#include <pawl/lifecycle/decide.hpp>

/// Facts about a lifecycle that read like its specification, for static_assert and for CHECK alike:
///
///     static_assert(allows<deck, deck::pending, deck::start>);
///     static_assert(forbids<deck, deck::pending, deck::succeed>);
///     static_assert(leads_to<deck, deck::running, deck::fail, deck::failed>);
///     static_assert(path<deck, deck::pending, deck::start, deck::running, deck::succeed,
///     deck::succeeded>); static_assert(terminal<deck, deck::succeeded>);
///     static_assert(reaches<deck, deck::pending, deck::failed>);

namespace pawl::testing {

namespace detail {

using pawl::detail::may_lead_to;

template <class L>
constexpr bool connected(typename L::state from, typename L::state to) {
  bool seen[pawl::detail::table_of<L>::states]{};
  seen[static_cast<std::size_t>(from)] = true;
  for (bool more = true; more;) {
    more = false;
    for (auto s : states<L>())
      for (auto e : allowed_events<L>(s))
        for (auto t : states<L>())
          if (seen[static_cast<std::size_t>(s)] && !seen[static_cast<std::size_t>(t)] &&
              may_lead_to<L>(s, e, t))
            seen[static_cast<std::size_t>(t)] = more = true;
  }
  return seen[static_cast<std::size_t>(to)];
}

template <class L, auto... Steps>
inline constexpr bool walks = false;
template <class L, auto Last>
  requires(__is_same(decltype(Last), typename L::state))
inline constexpr bool walks<L, Last> = true;
template <class L, auto From, auto On, auto To, auto... Rest>
  requires(__is_same(decltype(From), typename L::state) &&
           __is_same(decltype(On), typename L::event) && __is_same(decltype(To), typename L::state))
inline constexpr bool walks<L, From, On, To, Rest...> =
    may_lead_to<L>(From, On, To) && walks<L, To, Rest...>;

}  // namespace detail

/// The state has a row for the event, guarded or not.
template <class L, auto State, auto Event>
concept allows = accepts<L>(State, Event);

/// The state refuses the event.
template <class L, auto State, auto Event>
concept forbids = !accepts<L>(State, Event);

/// The event leads from one state to the other; if it is guarded, for some facts.
template <class L, auto From, auto Event, auto To>
concept leads_to = detail::may_lead_to<L>(From, Event, To);

/// State, event, state, event, …, state: every step of it leads to the next state.
template <class L, auto... Steps>
concept path = detail::walks<L, Steps...>;

/// Nothing leaves the state.
template <class L, auto State>
concept terminal = is_terminal<L>(State) && allowed_events<L>(State).empty();

/// Some events lead from one state to the other.
template <class L, auto From, auto To>
concept reaches = detail::connected<L>(From, To);

}  // namespace pawl::testing
