// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/lifecycle/state.hpp>

namespace pawl {

/// Who raises an event. The engine knows its own by their names; every other event comes from
/// outside.
enum class role : unsigned char {
  outside,
  submit,
  start,
  succeed,
  fail,
  lose,
  retry_due,
  cancel,
  expire
};

/// `role::lose` for "lose", and so on; `role::outside` for a name the engine does not know.
[[nodiscard]] constexpr role role_of_name(text name) {
  for (std::size_t i = 1; i < detail::names_of<role>.count; ++i)
    if (detail::names_of<role>.names[i] == name) return static_cast<role>(i);
  return role::outside;
}

/// The only kind of state in which the engine raises an event of this role; `kind::none` if it may
/// do so in every state that is not terminal.
[[nodiscard]] constexpr kind raised_in(role r) {
  switch (r) {
    case role::submit:
      return kind::dormant;
    case role::start:
      return kind::ready;
    case role::succeed:
    case role::fail:
    case role::lose:
      return kind::active;
    case role::retry_due:
      return kind::waiting;
    case role::cancel:
    case role::expire:
    case role::outside:
      break;
  }
  return kind::none;
}

/// Whether nobody else ever raises an event of this role. How an attempt ended is also told from
/// outside, if it was made elsewhere.
[[nodiscard]] constexpr bool raised_by_engine_alone(role r) {
  return r == role::start || r == role::lose || r == role::retry_due;
}

}  // namespace pawl
