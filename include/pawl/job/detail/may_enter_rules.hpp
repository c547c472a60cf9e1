// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>

#include <pawl/job/descriptor.hpp>
#include <pawl/job/detail/call_rules.hpp>

/// What the `may_enter` of a handler must be: see `pawl::admission`.

namespace pawl::detail {

/// Whether a handler is asked before an event from outside leads a job to a state.
template <class H, auto State>
concept admits =
    requires(const H& handler, const arrival& how, const typename input_of<H>::type& in) {
      requires __is_same(decltype(handler.may_enter(at<State>{}, how, in)), admission);
    };

/// Stands for an argument of any type, by reference or by value.
struct any_reference {
  template <class T>
  operator T&() const;
};
struct any_value {
  template <class T>
  operator T() const;
};
template <class H, auto State, class... Given>
concept enters_with =
    requires(H& handler, const Given&... given) { handler.may_enter(at<State>{}, given...); };
template <class H, auto State, class... Given>
consteval bool enters_with_more() {
  if constexpr (enters_with<H, State, Given...>)
    return true;
  else if constexpr (sizeof...(Given) == 3)
    return false;
  else
    return enters_with_more<H, State, Given..., any_reference>() ||
           enters_with_more<H, State, Given..., any_value>();
}
/// Whether there is a `may_enter` for a state that would never be called, without a word.
template <class H, auto State>
inline constexpr bool enters_in_vain = !admits<H, State> && enters_with_more<H, State>();

template <class H>
struct may_enter_of {
  using L = lifecycle_of<H>;
  using states = make_indices<table_of<L>::states>;

  template <std::size_t... State>
  static consteval bool admits_some(indices<State...>) {
    return (admits<H, static_cast<typename L::state>(State)> || ...);
  }
  template <std::size_t... State>
  static consteval bool has_misfit(indices<State...>) {
    return (enters_in_vain<H, static_cast<typename L::state>(State)> || ...);
  }
  /// Whatever it is declared as: see `handler_names`.
  static consteval bool is_named() {
    if constexpr (__is_final(H))
      return requires { &H::may_enter; } || admits_some(states{}) || has_misfit(states{});
    else
      return !requires { &with_names<H>::may_enter; };
  }
  static consteval bool fits() {
    if constexpr (!is_named())
      return true;
    else
      return !H::job_type::is_ephemeral && admits_some(states{}) && !has_misfit(states{});
  }

  /// Whether an event from outside can lead to a state that is no failure and no cancellation.
  static constexpr bool is_asked(std::size_t state) {
    using erased =
        erased_lifecycle<L, typename remote_of<H>::type, typename H::job_type::cancellation>;
    const kind to = erased::all.states[state].kind;
    if (to == kind::failure || to == kind::cancelled || to == kind::dead) return false;
    for (const row_info& row : erased::listed_rows.rows) {
      if (&row == erased::listed_rows.rows + erased::row_count) break;
      const role on = erased::all.events[row.on].role;
      if (row.to == state && asks_handler(on) &&
          comes_from_outside(erased::all.states[row.from], on))
        return true;
    }
    return false;
  }
  /// The first state that a handler guards though it is never asked about it; the number of states
  /// if there is none.
  template <std::size_t... State>
  static consteval std::size_t first_unasked(indices<State...>) {
    constexpr bool guarded[] = {admits<H, static_cast<typename L::state>(State)>...};
    std::size_t s = 0;
    while (s < sizeof...(State) && (!guarded[s] || is_asked(s))) ++s;
    return s;
  }
  static consteval std::size_t unasked() {
    if constexpr (is_named())
      return first_unasked(states{});
    else
      return table_of<L>::states;
  }
};

template <class H>
struct rule_may_enter {
  static constexpr bool holds = may_enter_of<H>::fits();
  static constexpr void write(auto& out) {
    out << "pawl: may_enter of handler " << type_name<H>()
        << " has another shape, or its job is not stored; write one public pawl::admission "
           "may_enter(pawl::at<state>, const pawl::arrival&, const input&) const for each state "
           "that it guards, in a durable job";
  }
};

template <class H>
struct rule_may_enter_is_asked {
  static constexpr std::size_t unasked = may_enter_of<H>::unasked();
  static constexpr bool holds = unasked == table_of<lifecycle_of<H>>::states;
  static constexpr void write(auto& out) {
    out << "pawl: may_enter of handler " << type_name<H>() << " is never asked about state "
        << name_of(static_cast<typename lifecycle_of<H>::state>(unasked))
        << "; guard a state that an event from outside leads to, and that is no failure and no "
           "cancellation";
  }
};

/// The states that a handler guards, for its descriptor.
template <class H>
struct guarded_states {
  template <auto State>
  static constexpr bool holds = admits<H, State>;
};
template <class H>
struct guarded_of {
  using type = no_states;
};
template <is_handler H>
  requires(may_enter_of<H>::is_named())
struct guarded_of<H> {
  using type = guarded_states<H>;
};

}  // namespace pawl::detail
