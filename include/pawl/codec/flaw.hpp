// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/codec/secret.hpp>
#include <pawl/codec/shape.hpp>
#include <pawl/codec/time.hpp>

namespace pawl::detail::codec {

/// Why a type cannot be stored.
enum class flaw {
  none,
  secret,
  pointer,
  view,
  character,
  long_double,
  read_only,
  clock,
  unit,
  key,
  names,
  twice,
  tags,
  no_default,
  array,
  base,
  fixed,
  bit_field,
  many,
  describe,
  unknown
};

template <class T>
concept non_owning = std::same_as<T, text> || requires(T& t) { t.remove_prefix(0); } ||
                     requires(T& t) { t.subspan(0); };

template <class T>
consteval bool has_names() {
  // The names are found by trying values, which is undefined for an enum without a fixed type.
  if constexpr (names_itself<T>)
    return names_of<T>.count != 0;
  else if constexpr (requires { T{0}; })
    return names_of<T>.count != 0 && names_of<T>.dense;
  else
    return false;
}

template <class T>
concept null_on_the_wire = shape_of<T> == shape::optional || shape_of<T> == shape::nothing;

// The concepts of the library say the same and take the compiler several times as long.
template <class T>
inline constexpr bool makeable = __is_constructible(T) && __is_constructible(T, T&&);

constexpr flaw flaw_of_struct(plain_flaw why) {
  switch (why) {
    case plain_flaw::describe:
      return flaw::describe;
    case plain_flaw::fixed:
      return flaw::fixed;
    case plain_flaw::base:
      return flaw::base;
    case plain_flaw::many:
      return flaw::many;
    default:
      return flaw::unknown;
  }
}

/// Why a type that has no shape cannot be stored.
template <class T>
consteval flaw flaw_without_shape() {
  if constexpr (std::is_pointer_v<T> || std::is_member_pointer_v<T> || std::is_null_pointer_v<T>)
    return flaw::pointer;
  else if constexpr (character_type<T>)
    return flaw::character;
  else if constexpr (std::same_as<T, long double>)
    return flaw::long_double;
  else if constexpr (std::is_array_v<T>)
    return flaw::array;
  else if constexpr (!__is_class(T))
    return flaw::unknown;
  else if constexpr (non_owning<T>)
    return flaw::view;
  else
    return flaw_of_struct(plain_look_at<T>.flaw);
}

/// The flaw of a type itself, whatever its parts are.
template <class T>
consteval flaw own_flaw() {
  constexpr shape kind = shape_of<T>;
  if constexpr (is_secret<T>)
    return flaw::secret;
  else if constexpr (kind == shape::unknown)
    return flaw_without_shape<T>();
  else if constexpr (kind == shape::enumeration)
    return has_names<T>() ? flaw::none : flaw::names;
  else if constexpr (kind == shape::duration) {
    constexpr shape count = shape_of<typename T::rep>;
    const bool counted = count == shape::integer || count == shape::number;
    return counted && !duration_unit<typename T::period>().empty() ? flaw::none : flaw::unit;
  } else if constexpr (kind == shape::moment) {
    if constexpr (!std::same_as<typename T::clock, std::chrono::system_clock>)
      return flaw::clock;
    else
      return wire_time<typename T::duration> ? flaw::none : flaw::unit;
  } else if constexpr (kind == shape::map)
    return std::same_as<typename T::key_type, std::string> ? flaw::none : flaw::key;
  else if constexpr (kind == shape::optional)
    return null_on_the_wire<typename T::value_type> ? flaw::twice : flaw::none;
  else if constexpr (kind == shape::variant)
    return flaw::none;  // its names are looked at after its alternatives
  else
    return makeable<T> ? flaw::none : flaw::no_default;
}

constexpr text rule_of(flaw kind) {
  switch (kind) {
    case flaw::pointer:
      return "and an address means nothing in another process; store the value or an id";
    case flaw::view:
      return "which does not own what it shows; store a std::string or a std::vector";
    case flaw::character:
      return "which is a character and no number; store a std::string or a std::int8_t";
    case flaw::long_double:
      return "which differs between machines; store a double";
    case flaw::clock:
      return "whose clock means nothing in another process; store a std::chrono::sys_time";
    case flaw::unit:
      return "whose unit has no name on the wire; count in ns, us, ms, s, min, h or d";
    case flaw::key:
      return "whose keys are no strings; use std::string as the key";
    case flaw::names:
      return "whose enumerators are not numbered 0, 1, 2 and so on; number them so, or write "
             "pawl_names";
    case flaw::twice:
      return "where null has two meanings; use one optional";
    case flaw::tags:
      return "whose alternatives have no names or the same; give each a pawl_name";
    case flaw::no_default:
      return "which cannot be default-constructed and moved; make it so";
    case flaw::array:
      return "which is a C array; use std::array";
    case flaw::base:
      return "which has a base class; make the base a member, or describe both with "
             "BOOST_DESCRIBE_STRUCT";
    case flaw::fixed:
      return "which cannot be assigned, for it holds a reference, a const member, a mutex or the "
             "like; store values";
    case flaw::bit_field:
      return "which has bit-fields, and those have no address; use whole integers";
    case flaw::many:
      return "which has more than 64 members; group them in structs of their own";
    case flaw::describe:
      return "which is known to Boost.Describe only; include <pawl/codec/describe.hpp>";
    default:
      return "whose members are not known; adapt it with BOOST_HANA_ADAPT_STRUCT";
  }
}

}  // namespace pawl::detail::codec
