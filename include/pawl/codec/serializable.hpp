// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/codec/secret.hpp>
#include <pawl/codec/shape.hpp>
#include <pawl/codec/time.hpp>
#include <pawl/detail/refusal.hpp>
#include <pawl/detail/type_list.hpp>
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

// The concepts of the library say the same and take the compiler several times as long.
template <class T>
inline constexpr bool makeable = __is_constructible(T) && __is_constructible(T, T&&);

/// Why a type that has no shape cannot be stored.
template <class T>
consteval flaw flaw_without_shape() {
  if constexpr (std::is_pointer_v<T> || std::is_member_pointer_v<T> || std::is_null_pointer_v<T>)
    return flaw::pointer;
  else if constexpr (character_type<T>)
    return flaw::character;
  else if constexpr (std::same_as<T, long double>)
    return flaw::long_double;
  else if constexpr (std::is_class_v<T> && non_owning<T>)
    return flaw::view;
  else
    return flaw::unknown;
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
    default:
      return "whose members are not known; adapt it with BOOST_HANA_ADAPT_STRUCT";
  }
}

/// A step on the way from a payload to one of its parts.
struct step {
  const step* before = nullptr;
  const char* type = nullptr;  ///< the struct whose member it leads to
  text member{};               ///< empty: it leads to an element

  [[nodiscard]] constexpr bool comes_from(const char* structure) const {
    return type == structure || (before != nullptr && before->comes_from(structure));
  }
  constexpr void write(sink& out) const {
    if (before != nullptr) before->write(out);
    if (member.empty())
      out << "[]";
    else
      out << text(before != nullptr ? "." : "") << member;
  }
};

/// Goes through the parts of a payload type up to the first that cannot be stored. A walk over
/// values: with the way there as template arguments, every payload would instantiate its leaves
/// anew.
struct payload_walk {
  sink* out = nullptr;  ///< where the sentence goes, if one is wanted
  text root{};

  constexpr bool refuse(flaw kind, text culprit, const step* last) const {
    if (out == nullptr) return false;
    *out << "pawl: ";
    if (last != nullptr) {
      *out << "member ";
      last->write(*out);
      *out << " of payload " << root;
    } else {
      *out << "the payload";
    }
    if (kind == flaw::secret)
      *out << " is a pawl::secret, which is never stored; store where to find it and fetch it in "
              "the handler";
    else if (kind == flaw::read_only)
      *out << " cannot be assigned; make it a member without const";
    else
      *out << " has type " << culprit << ", " << rule_of(kind);
    return false;
  }

  /// Whether a `T`, reached by these steps, can be stored. A struct inside itself is looked at
  /// once.
  template <class T>
  constexpr bool accepts(const step* last) const {
    constexpr shape kind = shape_of<T>;
    constexpr flaw own = own_flaw<T>();
    if constexpr (own != flaw::none) {
      return refuse(own, type_name<T>(), last);
    } else if constexpr (kind == shape::structure) {
      if (last != nullptr && last->comes_from(&address_of_type<T>)) return true;
      return accepts_members<T>(last, typename reflection<T>::type{});
    } else if constexpr (kind == shape::optional) {
      return accepts<typename T::value_type>(last);
    } else if constexpr (kind == shape::list || kind == shape::set || kind == shape::array) {
      const step element{last};
      return accepts<typename T::value_type>(&element);
    } else if constexpr (kind == shape::map) {
      const step element{last};
      return accepts<typename T::mapped_type>(&element);
    } else if constexpr (kind == shape::variant) {
      return accepts_alternatives(last, static_cast<const T*>(nullptr));
    } else if constexpr (kind == shape::tuple) {
      return accepts_elements<T>(last, make_indices<std::tuple_size_v<T>>{});
    } else {
      return true;
    }
  }

 private:
  template <class Member>
  static constexpr bool assignable = std::is_lvalue_reference_v<typename Member::access> &&
                                     !std::is_const_v<typename Member::type>;

  template <class T, class... Member>
  constexpr bool accepts_members(const step* last, members<Member...>) const {
    step here{last, &address_of_type<T>};
    return ((here.member = Member::name,
             assignable<Member> ? accepts<std::remove_const_t<typename Member::type>>(&here)
                                : refuse(flaw::read_only, {}, &here)) &&
            ...);
  }

  template <class... T>
  constexpr bool accepts_alternatives(const step* last, const std::variant<T...>*) const {
    if (!(accepts<T>(last) && ...)) return false;
    if constexpr (has_tags<T...>())
      return true;
    else
      return refuse(flaw::tags, type_name<std::variant<T...>>(), last);
  }

  template <class T, std::size_t... Index>
  constexpr bool accepts_elements(const step* last, indices<Index...>) const {
    [[maybe_unused]] const step element{last};
    return (accepts<std::tuple_element_t<Index, T>>(&element) && ...);
  }
};

}  // namespace detail::codec

/// A type that is encoded, decoded and described whole. False, without an error, for all others.
template <class T>
concept serializable = detail::codec::payload_walk{}.template accepts<T>(nullptr);

namespace detail::codec {

template <class T>
struct not_serializable {
  static constexpr void write(sink& out) {
    payload_walk{&out, type_name<T>()}.template accepts<T>(nullptr);
  }
};

/// Refuses a type that is not serializable, once, with a sentence that names the member.
template <class T>
struct demand_serializable : demand<serializable<T>, not_serializable<T>> {};

}  // namespace detail::codec
}  // namespace pawl
