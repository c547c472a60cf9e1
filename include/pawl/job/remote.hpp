// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/lifecycle/program.hpp>

namespace pawl {

namespace detail {

// Not `==`, which enums of two lifecycles do not have.
template <auto, auto>
inline constexpr bool same_value = false;
template <auto Value>
inline constexpr bool same_value<Value, Value> = true;

}  // namespace detail

/// Declares active states that no handler runs: work done elsewhere, reported by callbacks. No
/// worker claims them; each failure that is reported counts as an attempt. A ready job whose start
/// leads into one enters it by itself, in any process that runs the job type.
/// `using remote = pawl::remote_states<video::state::EXPORTING>;`
template <auto... States>
struct remote_states {
  template <auto State>
  static constexpr bool holds = (detail::same_value<State, States> || ...);
};

namespace detail {

struct no_states {
  template <auto>
  static constexpr bool holds = false;
};

/// The remote states that a handler declares.
template <class H>
struct remote_of {
  using type = no_states;
};
template <class H>
  requires requires { typename H::remote; }
struct remote_of<H> {
  using type = typename H::remote;
};

/// Whether the work of a state is done elsewhere, for a state that is known only at run time.
template <class H, class L, std::size_t... State>
constexpr bool is_remote(typename L::state state, indices<State...>) {
  using remote = typename remote_of<H>::type;
  return ((static_cast<std::size_t>(state) == State &&
           remote::template holds<static_cast<typename L::state>(State)>) ||
          ...);
}
template <class H, class L>
constexpr bool is_remote(typename L::state state) {
  return is_remote<H, L>(state, make_indices<table_of<L>::states>{});
}

}  // namespace detail
}  // namespace pawl
