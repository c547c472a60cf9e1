// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/enum_names.hpp>

namespace pawl {

/// What the engine may do with a job in a state.
enum class kind : unsigned char {
  none,       ///< not declared; a lifecycle with such a state does not compile
  dormant,    ///< waits for an event from outside
  ready,      ///< may be claimed by a worker
  active,     ///< a worker holds it
  waiting,    ///< a retry is due at a time
  success,    ///< terminal: the result is there
  failure,    ///< terminal: it failed for good
  cancelled,  ///< terminal: a cancel was asked for
  dead        ///< terminal: retries are exhausted, the job is in the dead-letter queue
};

/// Where a job stands with respect to the engine, whatever its lifecycle calls its state.
enum class phase : unsigned char {
  blocked,    ///< waits for an event from outside or for a dependency
  scheduled,  ///< becomes ready at its due time
  ready,      ///< may be claimed
  held,       ///< leased by a worker, not started yet
  running,    ///< leased and started
  terminal    ///< finished
};

[[nodiscard]] constexpr bool is_terminal(kind k) { return k >= kind::success; }

/// A state as a type, for overloads that only one state reaches: `run(at<running>, …)`.
template <auto State>
struct at {
  static constexpr auto state = State;
};

namespace detail {

template <class State>
struct kind_of_state {
  State state;
  pawl::kind kind;
};

/// Stands for a part of a declaration that makes no sense, so that `transitions` can refuse it by a
/// sentence.
struct malformed {};

template <class State, std::size_t Count>
struct kind_list {
  kind_of_state<State> entries[Count];
};

/// `ready(pending, retrying)`: these states are of this kind.
template <kind Kind>
struct kind_word {
  template <class State, class... More>
    requires(__is_enum(State) && (__is_same(State, More) && ...))
  consteval kind_list<State, 1 + sizeof...(More)> operator()(State first, More... more) const {
    return {{{first, Kind}, {more, Kind}...}};
  }
  template <class... Others>
  consteval malformed operator()(const Others&...) const {
    return {};
  }
};

template <class State, std::size_t... Count>
consteval auto join(const kind_list<State, Count>&... lists) {
  kind_list<State, (Count + ...)> all{};
  std::size_t at = 0;
  const auto append = [&](const auto& list) {
    for (const auto& entry : list.entries) all.entries[at++] = entry;
  };
  (append(lists), ...);
  return all;
}

}  // namespace detail

// The kinds also stand at namespace scope, so that a state may be called like one:
// `pawl::ready(ready)`.
inline constexpr detail::kind_word<kind::dormant> dormant;
inline constexpr detail::kind_word<kind::ready> ready;
inline constexpr detail::kind_word<kind::active> active;
inline constexpr detail::kind_word<kind::waiting> waiting;
inline constexpr detail::kind_word<kind::success> success;
inline constexpr detail::kind_word<kind::failure> failure;
inline constexpr detail::kind_word<kind::cancelled> cancelled;
inline constexpr detail::kind_word<kind::dead> dead;

}  // namespace pawl
