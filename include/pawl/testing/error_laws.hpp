// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/policies/errors.hpp>

namespace pawl::testing {

/// The least type that is an error class. Codes appear in storage: choose one and keep it.
struct error_class_archetype {
  static constexpr text code = "archetype";
  static constexpr retryability classification = retryability::unclassified;
  static constexpr bool escalates = false;
};

/// The least errors policy: an axis and a set.
struct errors_archetype {
  static constexpr pawl::axis axis = pawl::axis::errors;
  using classes = implicit_errors;
};

namespace detail {

template <class Set>
struct error_laws;
template <class... Classes>
struct error_laws<error_classes<Classes...>> {
  using set = error_classes<Classes...>;

  template <class E>
  static constexpr bool in_place() {
    constexpr std::size_t at = set::template index<E>;
    return set::template contains<E> && set::index_of(E::code) == at &&
           set::infos()[at] == error_info{E::code, E::classification, E::escalates};
  }
  static constexpr bool all_in_place() { return (true && ... && in_place<Classes>()); }
};

}  // namespace detail

/// The laws of an errors policy, as the first that it breaks; empty if it keeps them all.
template <errors_policy P>
[[nodiscard]] constexpr text broken_errors_law() {
  using set = typename P::classes;
  if (set::infos().size() != set::count) return "a set lists as many classes as it counts";
  for (const error_info& each : set::infos())
    if (!pawl::detail::is_error_code(each.code)) return "a code can be stored";
  for (std::size_t i = 0; i < set::count; ++i)
    if (set::index_of(set::infos()[i].code) != i) return "a code belongs to one class";
  if (!detail::error_laws<set>::all_in_place())
    return "a class is found by its type and by its code";
  if (set::index_of("no such code") != set::count || set::index_of("") != set::count)
    return "a code that no class has is not found";
  if (!detail::error_laws<implicit_errors>::all_in_place() ||
      !pawl::detail::is_subset<implicit_errors, set>)
    return "a set holds the implicit classes";
  return {};
}

}  // namespace pawl::testing
