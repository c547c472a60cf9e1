// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/refusal.hpp>
#include <pawl/detail/slice.hpp>
#include <pawl/detail/type_list.hpp>
#include <pawl/detail/type_name.hpp>
#include <pawl/policies/errors/error_class.hpp>

namespace pawl {

/// An error class as a value, for what is known only at run time.
struct error_info {
  text code{};
  retryability classification = retryability::unclassified;
  bool escalates = false;

  friend constexpr bool operator==(const error_info&, const error_info&) = default;
};

namespace detail {

/// Empty for a type that is no error class: it has been refused, and nothing else may fail.
template <class E>
consteval error_info info_of() {
  if constexpr (error_type<E>)
    return {E::code, E::classification, E::escalates};
  else
    return {};
}

/// Asked once for each class, not once for each list that has it.
template <class E>
inline constexpr bool has_sound_code = is_error_code(info_of<E>().code);

enum class set_defect : unsigned char { none, no_class, bad_code, listed_twice, same_code };

/// The first thing that is wrong with a set of classes, and the places of those it is about.
struct set_flaw {
  set_defect what = set_defect::none;
  std::size_t first = 0;
  std::size_t second = 0;
};

template <class... Classes>
struct set_check {
  static constexpr std::size_t count = sizeof...(Classes);
  static constexpr bool is_class[count + 1] = {error_type<Classes>..., true};
  static constexpr bool sound_code[count + 1] = {has_sound_code<Classes>..., true};
  static constexpr error_info infos[count + 1] = {info_of<Classes>()..., error_info{}};
  /// The place at which each class is listed for the first time.
  static constexpr std::size_t first_place[count + 1] = {
      index_in<type_list<Classes...>, Classes>..., count};

  static consteval set_flaw look() {
    for (std::size_t i = 0; i < count; ++i)
      if (!is_class[i]) return {set_defect::no_class, i};
    for (std::size_t i = 0; i < count; ++i)
      if (!sound_code[i]) return {set_defect::bad_code, i};
    for (std::size_t i = 0; i < count; ++i)
      if (first_place[i] != i) return {set_defect::listed_twice, i};
    for (std::size_t i = 0; i < count; ++i)
      for (std::size_t j = i + 1; j < count; ++j)
        if (infos[i].code == infos[j].code) return {set_defect::same_code, i, j};
    return {};
  }
  static constexpr set_flaw flaw = look();

  static constexpr void write(auto& out) {
    constexpr text names[count + 1] = {type_name<Classes>()..., text{}};
    const text name = names[flaw.first];
    const text code = infos[flaw.first].code;
    out << "pawl: ";
    switch (flaw.what) {
      case set_defect::none:
        break;
      case set_defect::no_class:
        out << name << " is not an error class; derive it from pawl::error_class, with its code";
        break;
      case set_defect::bad_code:
        out << "error class " << name << " has a code that cannot be stored, " << code
            << "; use [a-z][a-z0-9_]*, at most 63 characters";
        break;
      case set_defect::listed_twice:
        out << "error class " << name << " is listed twice; list it once";
        break;
      case set_defect::same_code:
        out << "error classes " << name << " and " << names[flaw.second] << " have the same code, "
            << code << "; give each a code of its own";
        break;
    }
  }
};

/// Empty base of whatever lists error classes.
template <class... Classes>
struct checked_classes
    : demand<set_check<Classes...>::flaw.what == set_defect::none, set_check<Classes...>> {};

}  // namespace detail

/// A closed set of error classes, in the order of their declaration.
///
/// A type that is no error class, a code that cannot be stored and two classes with one code are
/// refused, each with one sentence.
template <class... Classes>
struct error_classes : detail::checked_classes<Classes...> {
  static constexpr std::size_t count = sizeof...(Classes);

  /// Whether the set holds a class.
  template <class E>
  static constexpr bool contains = (__is_same(Classes, E) || ...);

  /// The place of a class in `infos()`.
  template <class E>
    requires contains<E>
  static constexpr std::size_t index = detail::index_in<detail::type_list<Classes...>, E>;

  [[nodiscard]] static constexpr slice<error_info> infos() { return {infos_, count}; }

  /// The place of a code in `infos()`; `count` for a code that no class has.
  [[nodiscard]] static constexpr std::size_t index_of(text code) {
    std::size_t i = 0;
    while (i < count && !(infos_[i].code == code)) ++i;
    return i;
  }

 private:
  static constexpr error_info infos_[count + 1] = {detail::info_of<Classes>()..., error_info{}};
};

}  // namespace pawl
