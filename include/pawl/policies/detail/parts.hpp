// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/enum_names.hpp>
#include <pawl/detail/lookup.hpp>
#include <pawl/detail/refusal.hpp>
#include <pawl/detail/type_name.hpp>
#include <pawl/policies/policy.hpp>

namespace pawl::detail {

/// A policy of one axis.
template <class P, pawl::axis Axis>
concept on_axis = requires { requires P::axis == Axis; };

/// A policy says something of this type under this name: `says<decltype(P::length), duration_ms>`.
template <class Declared, class T>
concept says = __is_same(Declared, const T);

// Parts make a policy order-free. `Kinds` is an enum whose enumerators are called like the part
// templates; a part says which it is: `static constexpr auto part = retention_part::keep_events;`

template <class Part, class Kinds>
concept part_of = requires { requires __is_same(decltype(Part::part), const Kinds); };

/// The number of a part's kind; the number of kinds for anything else.
template <class Kinds, class Part>
consteval std::size_t part_index() {
  if constexpr (part_of<Part, Kinds>)
    return static_cast<std::size_t>(Part::part);
  else
    return names_of<Kinds>.count;
}

template <class Kinds, class... Parts>
using part_list = keyed<keys<part_index<Kinds, Parts>()...>, Parts...>;

/// The part of a kind, or `Default` if none is given.
template <auto Kind, class Default, class... Parts>
using chosen_part =
    found<part_list<decltype(Kind), Parts...>, static_cast<std::size_t>(Kind), Default>;

template <auto Kind, class... Parts>
inline constexpr bool has_part =
    ((part_index<decltype(Kind), Parts>() == static_cast<std::size_t>(Kind)) || ...);

/// The first part that is of no known kind, or of a kind given before; the number of parts if there
/// is none. `kinds` has one more than there are parts.
template <std::size_t Count>
consteval std::size_t first_unsound(const std::size_t (&kinds)[Count], std::size_t unknown) {
  for (std::size_t i = 0; i + 1 < Count; ++i) {
    if (kinds[i] == unknown) return i;
    for (std::size_t before = 0; before < i; ++before)
      if (kinds[before] == kinds[i]) return i;
  }
  return Count - 1;
}

template <class Kinds, class... Parts>
inline constexpr std::size_t first_unsound_part =
    first_unsound({part_index<Kinds, Parts>()..., 0}, names_of<Kinds>.count);

/// What a type is called without its template arguments.
template <class T>
consteval text template_name() {
  const text whole = type_name<T>();
  std::size_t end = 0;
  while (end < whole.size() && whole[end] != '<') ++end;
  return whole.substr(0, end);
}

template <fixed_string Policy, class Kinds, class... Parts>
struct parts_sentence {
  static constexpr void write(auto& out) {
    constexpr std::size_t at = first_unsound_part<Kinds, Parts...>;
    constexpr std::size_t kinds[] = {part_index<Kinds, Parts>()..., 0};
    constexpr text names[] = {template_name<Parts>()..., {}};
    const auto& known = names_of<Kinds>;
    if (kinds[at] != known.count) {
      out << "pawl: " << Policy << " is given " << known.names[kinds[at]] << " twice; keep one";
      return;
    }
    out << "pawl: " << Policy << " does not take " << names[at] << "; it takes only ";
    for (std::size_t i = 0; i < known.count; ++i) {
      if (i != 0) out << ", ";
      out << known.names[i];
    }
  }
};

/// Empty base of a policy that is made of parts: refuses a part it does not know, or one kind
/// twice.
template <fixed_string Policy, class Kinds, class... Parts>
struct known_parts : demand<first_unsound_part<Kinds, Parts...> == sizeof...(Parts),
                            parts_sentence<Policy, Kinds, Parts...>> {};

}  // namespace pawl::detail
