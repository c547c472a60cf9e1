// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/codec/decode.hpp>
#include <pawl/codec/encode.hpp>
#include <pawl/codec/wire.hpp>
#include <pawl/detail/refusal.hpp>

namespace pawl {
namespace detail::codec {

/// A step on the way from a payload to one of its parts.
struct step {
  const step* before = nullptr;
  const wire_type* type = nullptr;  ///< the struct whose member it leads to
  text member{};                    ///< empty: it leads to an element, and there is no struct

  [[nodiscard]] constexpr bool comes_from(const wire_type& structure) const {
    return (!member.empty() && is_same_struct(*type, structure)) ||
           (before != nullptr && before->comes_from(structure));
  }
  constexpr void write(sink& out) const {
    if (before != nullptr) before->write(out);
    if (member.empty())
      out << "[]";
    else
      out << text(before != nullptr ? "." : "") << member;
  }
};

/// Goes through the parts of a payload type up to the first that cannot be stored.
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

  /// Whether a type, reached by these steps, can be stored. A struct inside itself is looked at
  /// once.
  constexpr bool accepts(const wire_type& type, const step* last) const {
    if (type.own != flaw::none) return refuse(type.own, spoken_name_of(type), last);
    switch (type.kind) {
      case shape::structure:
        return (last != nullptr && last->comes_from(type)) || accepts_members(type, last);
      case shape::optional:
        return accepts(*type.parts[0], last);
      case shape::variant:
        return accepts_parts(type, last) && (has_tags(type) || refuse_tags(type, last));
      case shape::list:
      case shape::set:
      case shape::array:
      case shape::map:
      case shape::tuple: {
        const step element{last};
        return accepts_parts(type, &element);
      }
      default:
        return true;
    }
  }

 private:
  constexpr bool accepts_members(const wire_type& type, const step* last) const {
    step here{last, &type};
    for (const wire_member& each : type.members) {
      here.member = each.name;
      if (!each.assignable) return refuse(flaw::read_only, {}, &here);
      if (!accepts(*each.type, &here)) return false;
    }
    return true;
  }

  constexpr bool accepts_parts(const wire_type& type, const step* last) const {
    for (const wire_type* each : type.parts)
      if (!accepts(*each, last)) return false;
    return true;
  }

  /// Whether the alternatives of a variant can be told apart by name.
  static constexpr bool has_tags(const wire_type& variant) {
    for (std::size_t i = 0; i < variant.parts.count; ++i) {
      const text tag = wire_name_of(*variant.parts[i]);
      if (tag.empty()) return false;
      for (std::size_t k = 0; k < i; ++k)
        if (tag == wire_name_of(*variant.parts[k])) return false;
    }
    return true;
  }
  constexpr bool refuse_tags(const wire_type& variant, const step* last) const {
    return refuse(flaw::tags, spoken_name_of(variant), last);
  }
};

/// Whether a type holds the output of another job, at any depth.
constexpr bool holds_output(const wire_type& type, const step* last = nullptr) {
  if (type.kind == shape::output) return true;
  if (type.kind == shape::structure) {
    if (last != nullptr && last->comes_from(type)) return false;
    for (const wire_member& each : type.members) {
      const step here{last, &type, each.name};
      if (holds_output(*each.type, &here)) return true;
    }
    return false;
  }
  for (const wire_type* each : type.parts)
    if (holds_output(*each, last)) return true;
  return false;
}

}  // namespace detail::codec

/// A type that is encoded, decoded and described whole. False, without an error, for all others.
template <class T>
concept serializable = detail::codec::payload_walk{}.accepts(
    detail::codec::wire<std::remove_const_t<T>>::type, nullptr);

namespace detail {

/// Whether a payload holds outputs of other jobs, which its own job then waits for.
template <class T>
inline constexpr bool awaits_outputs = false;
template <serializable T>
inline constexpr bool awaits_outputs<T> =
    codec::holds_output(codec::wire<std::remove_const_t<T>>::type);

}  // namespace detail

namespace detail::codec {

template <class T>
struct not_serializable {
  static constexpr void write(sink& out) {
    payload_walk{&out, type_name<T>()}.accepts(wire<std::remove_const_t<T>>::type, nullptr);
  }
};

/// Refuses a type that is not serializable, once, with a sentence that names the member.
template <class T>
struct demand_serializable : demand<serializable<T>, not_serializable<T>> {};

}  // namespace detail::codec
}  // namespace pawl
