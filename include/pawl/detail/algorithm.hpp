// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <type_traits>

#include <pawl/config.hpp>

// The few things of <algorithm> that pawl's headers use everywhere. The whole of it costs each
// source as much as the headers of five job types.
namespace pawl::detail {

/// std::min, std::max and std::clamp, for numbers and durations.
template <class T>
[[nodiscard]] PAWL_FLAT constexpr T least(T a, std::type_identity_t<T> b) {
  return b < a ? b : a;
}
template <class T>
[[nodiscard]] PAWL_FLAT constexpr T greatest(T a, std::type_identity_t<T> b) {
  return a < b ? b : a;
}
template <class T>
[[nodiscard]] PAWL_FLAT constexpr T within(T value, std::type_identity_t<T> low,
                                           std::type_identity_t<T> high) {
  return value < low ? low : high < value ? high : value;
}

/// std::lower_bound: the first that is not less, among what ascends.
template <class T, class Value>
[[nodiscard]] constexpr T* first_not_below(T* from, T* to, const Value& value) {
  while (from != to) {
    T* const middle = from + (to - from) / 2;
    if (*middle < value)
      from = middle + 1;
    else
      to = middle;
  }
  return from;
}
template <class T>
[[nodiscard]] constexpr bool ascends(const T* from, const T* to) {
  for (; to - from > 1; ++from)
    if (from[1] < from[0]) return false;
  return true;
}
template <class T>
constexpr void reverse(T* from, T* to) {
  for (; to - from > 1; ++from) {
    T last = static_cast<T&&>(*--to);
    *to = static_cast<T&&>(*from);
    *from = static_cast<T&&>(last);
  }
}

}  // namespace pawl::detail
