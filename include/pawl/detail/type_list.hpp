// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>

namespace pawl::detail {

template <class... Types>
struct type_list {
  static constexpr std::size_t size = sizeof...(Types);
};

/// The place of the first flag that is set; the last one is.
template <std::size_t Count>
constexpr std::size_t first_set(const bool (&flags)[Count]) {
  std::size_t i = 0;
  while (!flags[i]) ++i;
  return i;
}

/// Where a type stands in a list; the list's size if it is not there.
template <class List, class T>
inline constexpr std::size_t index_in = 0;
template <class... Types, class T>
inline constexpr std::size_t index_in<type_list<Types...>, T> =
    first_set({__is_same(Types, T)..., true});

/// Whether a type stands in a list; cheaper than asking where.
template <class List, class T>
inline constexpr bool is_in = false;
template <class... Types, class T>
inline constexpr bool is_in<type_list<Types...>, T> = (__is_same(Types, T) || ...);

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
