// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/refusal.hpp>  // first, for g++ names the files on the way to a sentence

#include <pawl/lifecycle/decide.hpp>

namespace pawl {

namespace detail {

template <class Visitor, auto State>
concept visits = requires(Visitor& visitor) { visitor(at<State>{}); };

template <class L, class Visitor, std::size_t... State>
consteval std::size_t first_unvisited(indices<State...>) {
  constexpr bool handled[] = {visits<Visitor, static_cast<typename L::state>(State)>...};
  std::size_t s = 0;
  while (s < sizeof...(State) && handled[s]) ++s;
  return s;
}

template <class L, std::size_t State>
struct unvisited_sentence {
  static constexpr void write(auto& out) {
    const text state = name_of(static_cast<typename L::state>(State));
    out << "pawl: the visitor does not handle state " << state << " of " << spoken_name<L>()
        << "; add an overload for at<" << state << ">";
  }
};

template <class Result, class... Others>
inline constexpr bool all_same = (__is_same(Result, Others) && ...);

template <class L>
struct mixed_results_sentence {
  static constexpr void write(auto& out) {
    out << "pawl: the visitor returns different types for different states of " << spoken_name<L>()
        << "; make all its overloads return one type";
  }
};

template <class L, class Visitor, std::size_t First, std::size_t... Rest>
constexpr decltype(auto) dispatch_state(std::size_t state, Visitor& visitor,
                                        indices<First, Rest...>) {
  using result = decltype(visitor(at<static_cast<typename L::state>(First)>{}));
  if constexpr (all_same<result,
                         decltype(visitor(at<static_cast<typename L::state>(Rest)>{}))...>) {
    using call = result (*)(Visitor&);
    constexpr call calls[] = {
        [](Visitor& v) -> result { return v(at<static_cast<typename L::state>(First)>{}); },
        [](Visitor& v) -> result { return v(at<static_cast<typename L::state>(Rest)>{}); }...};
    return calls[state](visitor);
  } else {
    return demand<false, mixed_results_sentence<L>>::answer();
  }
}

}  // namespace detail

/// From a state known at run time to one known to the compiler: calls `visitor(at<state>{})`.
///
/// Every state must be handled and every call return the same type, or it does not compile. A value
/// that is no state ends the program; `restore` never makes one.
template <class L, class Visitor>
constexpr decltype(auto) visit_state(typename L::state state, Visitor&& visitor) {
  static_cast<void>(sizeof(checked<L>));
  using all = detail::make_indices<detail::table_of<L>::states>;
  constexpr std::size_t missing = detail::first_unvisited<L, Visitor>(all{});
  if constexpr (missing == detail::table_of<L>::states) {
    const auto s = static_cast<std::size_t>(state);
    if (s >= detail::table_of<L>::states) __builtin_trap();
    return detail::dispatch_state<L>(s, visitor, all{});
  } else {
    return detail::demand<false, detail::unvisited_sentence<L, missing>>::answer();
  }
}

}  // namespace pawl
