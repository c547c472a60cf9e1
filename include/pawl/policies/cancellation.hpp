// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/refusal.hpp>  // first, for g++ names the files on the way to a sentence

#include <pawl/detail/type_name.hpp>
#include <pawl/lifecycle/decide.hpp>
#include <pawl/policies/detail/parts.hpp>

namespace pawl {

namespace detail {

template <auto A, auto B>
inline constexpr bool same_constant = false;
template <auto A>
inline constexpr bool same_constant<A, A> = true;

template <class P>
concept lists_firm_states = requires { P::template forbids<0>; };

}  // namespace detail

/// In which of its lifecycle's states a job may not be cancelled.
///
/// **Requirements.** `forbids<State>` is a constant for each state.
/// **Called when.** A session, or a request, asks to cancel the job, in the transaction of the
/// request.
/// **Failure.** The request is refused with `not_cancellable`, and says so. A request that came
/// before the job reached such a state is honoured when the job leaves it alive. A state that the
/// lifecycle does not have, or that it has no way to cancel anyway, does not compile.
/// **Thread safety.** Constants.
/// **Example.** `no_cancel_in<lifecycles::video::EXPORTING>`.
template <class P>
concept cancellation_policy =
    detail::on_axis<P, axis::cancellation> && detail::lists_firm_states<P>;

/// The job may not be cancelled while it is in one of these states.
template <auto... States>
struct no_cancel_in {
  static constexpr pawl::axis axis = pawl::axis::cancellation;
  template <auto State>
  static constexpr bool forbids = (detail::same_constant<State, States> || ...);
};

/// What a job that says nothing has: it may be cancelled wherever its lifecycle has a row for it.
struct cancel_anywhere {
  static constexpr pawl::axis axis = pawl::axis::cancellation;
  template <auto>
  static constexpr bool forbids = false;
};

using default_cancellation = cancel_anywhere;

namespace detail {

template <class L, auto State>
struct foreign_firm_state {
  static constexpr void write(auto& out) {
    out << "pawl: no_cancel_in names " << type_name<decltype(State)>() << "::" << name_of(State)
        << ", which is no state of lifecycle " << type_name<L>() << "; name one of its states";
  }
};
template <class L, auto State>
struct firm_anyway {
  static constexpr void write(auto& out) {
    out << "pawl: no_cancel_in names " << name_of(State) << ", where lifecycle " << type_name<L>()
        << " has no row for cancel; leave it out";
  }
};

template <class L>
consteval bool is_cancelled_in(typename L::state state) {
  for (const auto event : events<L>())
    if (program_of<L>.roles[static_cast<std::size_t>(event)] == role::cancel)
      return look_up<L>(state, event) != no_cell;
  return false;
}

template <class L, auto State, bool Own = __is_same(decltype(State), typename L::state)>
struct firm_state_rule : private demand<false, foreign_firm_state<L, State>> {};
template <class L, auto State>
struct firm_state_rule<L, State, true>
    : private demand<is_cancelled_in<L>(State), firm_anyway<L, State>> {};

}  // namespace detail

/// A job's lifecycle checked against where it may not be cancelled.
template <class L, class Cancellation>
struct cancellation_rules {};
template <lifecycle_type L, auto... States>
struct cancellation_rules<L, no_cancel_in<States...>>
    : private detail::firm_state_rule<L, States>... {};

}  // namespace pawl
