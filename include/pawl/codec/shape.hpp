// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/codec/reflect.hpp>
#include <pawl/detail/durations.hpp>
#include <pawl/detail/enum_names.hpp>
#include <pawl/detail/type_name.hpp>

#include <concepts>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <variant>

namespace pawl {

/// What a C++ type is on the wire.
enum class shape {
  unknown,      ///< not a payload
  nothing,      ///< std::monostate
  boolean,      ///< bool
  integer,      ///< a signed or unsigned integer, no character type
  number,       ///< float, double
  enumeration,  ///< an enum, by the names of its enumerators
  string,       ///< std::string
  duration,     ///< std::chrono::duration
  moment,       ///< a time point of the system clock
  optional,     ///< std::optional
  variant,      ///< std::variant
  list,         ///< a container with emplace_back
  array,        ///< std::array
  set,          ///< an ordered container of unique elements
  map,          ///< a container of unique keys and their values
  tuple,        ///< std::tuple, std::pair
  structure,    ///< a reflected struct
  output,       ///< pawl::output_of: the output of another job, by the id of that job
};

namespace detail::codec {

template <class T>
concept character_type =
    std::same_as<T, char> || std::same_as<T, wchar_t> || std::same_as<T, char8_t> ||
    std::same_as<T, char16_t> || std::same_as<T, char32_t>;

template <class T>
inline constexpr bool is_duration = false;
template <class Rep, class Period>
inline constexpr bool is_duration<std::chrono::duration<Rep, Period>> = true;

template <class T>
inline constexpr bool is_time_point = false;
template <class Clock, class Duration>
inline constexpr bool is_time_point<std::chrono::time_point<Clock, Duration>> = true;

template <class T>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;

template <class T>
inline constexpr bool is_variant = false;
template <class... T>
inline constexpr bool is_variant<std::variant<T...>> = true;

// Containers are recognised by what they can do, so that none of their headers is included here.
template <class T>
concept range = requires(const T& t) {
  typename T::value_type;
  t.begin();
  t.end();
};
template <class T>
concept fixed_size = requires { std::tuple_size<T>::value; };
template <class T>
concept map_like = range<T> && requires(T& t, typename T::key_type key) {
  typename T::mapped_type;
  t.try_emplace(std::move(key));
};
template <class T>
concept set_like = range<T> && requires(T& t, typename T::value_type value) {
  typename T::key_compare;
  { t.insert(std::move(value)).second } -> std::convertible_to<bool>;
};
template <class T>
concept list_like = range<T> && !string_like<T> && requires(T& t) { t.emplace_back(); };

/// The output of another job: a text on the wire, which it writes and reads itself.
template <class T>
concept output_like = requires { typename T::awaited_handler; };

template <class T>
consteval shape find_shape() {
  if constexpr (std::same_as<T, std::monostate>)
    return shape::nothing;
  else if constexpr (output_like<T>)
    return shape::output;
  else if constexpr (__is_class(T) && reflected<T>)  // early, since there is no end of structs
    return shape::structure;
  else if constexpr (std::same_as<T, bool>)
    return shape::boolean;
  else if constexpr (std::integral<T> && !character_type<T>)
    return shape::integer;
  else if constexpr (std::same_as<T, float> || std::same_as<T, double>)
    return shape::number;
  else if constexpr (std::is_enum_v<T>)
    return shape::enumeration;
  else if constexpr (std::same_as<T, std::string>)
    return shape::string;
  else if constexpr (is_duration<T>)
    return shape::duration;
  else if constexpr (is_time_point<T>)
    return shape::moment;
  else if constexpr (is_optional<T>)
    return shape::optional;
  else if constexpr (is_variant<T>)
    return shape::variant;
  else if constexpr (map_like<T>)
    return shape::map;
  else if constexpr (set_like<T>)
    return shape::set;
  else if constexpr (list_like<T>)
    return shape::list;
  else if constexpr (fixed_size<T>)
    return range<T> ? shape::array : shape::tuple;
  else
    return shape::unknown;
}

/// A type says its own name for tags and schemas with a function beside it:
/// `constexpr pawl::text pawl_name(const email*) { return "email.v1"; }`
template <class T>
concept says_its_name = requires(const T* t) {
  { pawl_name(t) } -> std::convertible_to<text>;
};

/// The name of a struct or enum; none for the instance of a template, whose printed arguments
/// differ between compilers.
constexpr text name_without_arguments(text name) {
  for (const char c : name)
    if (c == '<') return {};
  return name;
}

}  // namespace detail::codec

/// The shape of `T`; of a member this is the shape without const.
template <class T>
inline constexpr shape shape_of = detail::codec::find_shape<std::remove_const_t<T>>();

/// The name by which an alternative of a variant is found on the wire, and a struct in a schema:
/// what `pawl_name` says, else the unqualified name of a struct or enum, else the name of the
/// shape. Renaming the struct renames it on the wire unless `pawl_name` stays. Empty if there is
/// none.
template <class T>
consteval text wire_name() {
  if constexpr (detail::codec::says_its_name<T>)
    return pawl_name(static_cast<const T*>(nullptr));
  else if constexpr (shape_of<T> == shape::structure || shape_of<T> == shape::enumeration)
    return detail::codec::name_without_arguments(detail::type_name<T>());
  else
    return name_of(shape_of<T>);
}

}  // namespace pawl
