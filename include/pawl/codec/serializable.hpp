// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/codec/secret.hpp>
#include <pawl/codec/shape.hpp>
#include <pawl/codec/time.hpp>
#include <pawl/detail/refusal.hpp>
#include <pawl/detail/type_name.hpp>

namespace pawl {
namespace detail::codec {

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

/// Whether the alternatives of a variant can be told apart by name.
template <class... T>
consteval bool has_tags() {
  constexpr text tags[] = {wire_name<T>()...};
  for (std::size_t i = 0; i < sizeof...(T); ++i) {
    if (tags[i].empty()) return false;
    for (std::size_t k = 0; k < i; ++k)
      if (tags[i] == tags[k]) return false;
  }
  return true;
}

template <class T>
concept null_on_the_wire = shape_of<T> == shape::optional || shape_of<T> == shape::nothing;

/// The flaw of a type itself, whatever its parts are.
template <class T>
consteval flaw own_flaw() {
  constexpr shape kind = shape_of<T>;
  if constexpr (is_secret<T>)
    return flaw::secret;
  else if constexpr (std::is_pointer_v<T> || std::is_member_pointer_v<T> ||
                     std::is_null_pointer_v<T>)
    return flaw::pointer;
  else if constexpr (character_type<T>)
    return flaw::character;
  else if constexpr (std::same_as<T, long double>)
    return flaw::long_double;
  else if constexpr (kind == shape::unknown) {
    if constexpr (std::is_class_v<T> && non_owning<T>)
      return flaw::view;
    else
      return flaw::unknown;
  } else if constexpr (kind == shape::enumeration)
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
    return std::default_initializable<T> && std::move_constructible<T> ? flaw::none
                                                                       : flaw::no_default;
}

struct sound {};

/// `Culprit` cannot be stored, and is reached from the payload by `Steps…`.
template <flaw Kind, class Culprit, class... Steps>
struct flawed {};

struct element_step {};

template <class Step>
consteval sound behind(sound) {
  return {};
}
template <class Step, flaw Kind, class Culprit, class... Steps>
consteval flawed<Kind, Culprit, Step, Steps...> behind(flawed<Kind, Culprit, Steps...>) {
  return {};
}

template <class... Result>
consteval auto first_flaw(Result...) {
  constexpr std::size_t first = [] {
    constexpr bool is_flawed[] = {!std::same_as<Result, sound>..., true};
    std::size_t index = 0;
    while (!is_flawed[index]) ++index;
    return index;
  }();
  return nth<first, Result..., sound>{};
}

template <class T, class... Seen>
consteval auto audit();

template <class Member, class... Seen>
consteval auto audit_member() {
  using type = typename Member::type;
  if constexpr (!std::is_lvalue_reference_v<typename Member::access> || std::is_const_v<type>)
    return flawed<flaw::read_only, type, Member>{};
  else
    return behind<Member>(audit<type, typename Member::owner, Seen...>());
}

template <class... Seen, class... Member>
consteval auto audit_members(members<Member...>) {
  return first_flaw(audit_member<Member, Seen...>()...);
}

template <class... Seen, class... T>
consteval auto audit_alternatives(const std::variant<T...>*) {
  if constexpr (has_tags<T...>())
    return first_flaw(audit<T, Seen...>()...);
  else
    return first_flaw(audit<T, Seen...>()..., flawed<flaw::tags, std::variant<T...>>{});
}

template <class T, class... Seen, std::size_t... Index>
consteval auto audit_tuple(indices<Index...>) {
  return first_flaw(behind<element_step>(audit<std::tuple_element_t<Index, T>, Seen...>())...);
}

/// `sound`, or the first flaw of a payload type. A struct inside itself (`Seen`) is looked at once.
template <class T, class... Seen>
consteval auto audit() {
  constexpr shape kind = shape_of<T>;
  if constexpr (own_flaw<T>() != flaw::none) {
    return flawed<own_flaw<T>(), T>{};
  } else if constexpr (kind == shape::structure) {
    if constexpr ((std::same_as<T, Seen> || ...))
      return sound{};
    else
      return audit_members<Seen...>(typename reflection<T>::type{});
  } else if constexpr (kind == shape::optional) {
    return audit<typename T::value_type, Seen...>();
  } else if constexpr (kind == shape::list || kind == shape::set || kind == shape::array) {
    return behind<element_step>(audit<typename T::value_type, Seen...>());
  } else if constexpr (kind == shape::map) {
    return behind<element_step>(audit<typename T::mapped_type, Seen...>());
  } else if constexpr (kind == shape::variant) {
    return audit_alternatives<Seen...>(static_cast<const T*>(nullptr));
  } else if constexpr (kind == shape::tuple) {
    return audit_tuple<T, Seen...>(make_indices<std::tuple_size_v<T>>{});
  } else {
    return sound{};
  }
}

template <class T>
using audited = decltype(audit<T>());

}  // namespace detail::codec

/// A type that is encoded, decoded and described whole. False, without an error, for all others.
template <class T>
concept serializable = std::same_as<detail::codec::audited<T>, detail::codec::sound>;

namespace detail::codec {

template <class Step>
constexpr void write_step(auto& out, bool& inside) {
  if constexpr (std::same_as<Step, element_step>) {
    out << "[]";
  } else {
    if (inside) out << '.';
    out << Step::name;
  }
  inside = true;
}

template <class Root, class Flaw>
struct not_serializable;
template <class Root, flaw Kind, class Culprit, class... Steps>
struct not_serializable<Root, flawed<Kind, Culprit, Steps...>> {
  static constexpr void write(auto& out) {
    out << "pawl: ";
    if constexpr (sizeof...(Steps) != 0) {
      bool inside = false;
      out << "member ";
      (write_step<Steps>(out, inside), ...);
      out << " of payload " << type_name<Root>();
    } else {
      out << "the payload";
    }
    if constexpr (Kind == flaw::secret) {
      out << " is a pawl::secret, which is never stored; store where to find it and fetch it in "
             "the handler";
    } else if constexpr (Kind == flaw::read_only) {
      out << " cannot be assigned; make it a member without const";
    } else {
      out << " has type " << type_name<Culprit>() << ", ";
      out << rule();
    }
  }

  static consteval text rule() {
    switch (Kind) {
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
      default:
        return "whose members are not known; adapt it with BOOST_HANA_ADAPT_STRUCT";
    }
  }
};

/// Refuses a type that is not serializable, once, with a sentence that names the member.
template <class T>
struct demand_serializable : demand<serializable<T>, not_serializable<T, audited<T>>> {};

}  // namespace detail::codec
}  // namespace pawl
