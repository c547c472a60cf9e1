// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>

namespace pawl::detail {

template <class... Types>
struct type_list {
  static constexpr std::size_t size = sizeof...(Types);
};

/// Where a type stands in a list; the list's size if it is not there.
template <class List, class T>
inline constexpr std::size_t index_in = 0;
template <class... Types, class T>
inline constexpr std::size_t index_in<type_list<Types...>, T> = [] {
  constexpr bool same[] = {__is_same(Types, T)..., true};
  std::size_t i = 0;
  while (!same[i]) ++i;
  return i;
}();

// std::conditional lives in <type_traits>, which a lifecycle does not include.
template <bool Condition, class Then, class Else>
struct choose {
  using type = Then;
};
template <class Then, class Else>
struct choose<false, Then, Else> {
  using type = Else;
};

}  // namespace pawl::detail
