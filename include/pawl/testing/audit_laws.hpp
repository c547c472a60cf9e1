// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/policies/audit.hpp>
#include <pawl/policies/detail/spoken.hpp>

namespace pawl::testing {

/// The least audit: nothing besides who requested the job.
struct audit_archetype {
  static constexpr pawl::axis axis = pawl::axis::audit;
  static constexpr std::size_t count = 0;
  static constexpr const char* name(std::size_t) { return ""; }
  template <fixed_string Name>
  static constexpr bool contains = false;
};

/// The laws of an audit, as the first that a policy breaks; empty if it keeps them all.
template <audit_policy P>
[[nodiscard]] constexpr text broken_audit_law() {
  for (std::size_t i = 0; i < P::count; ++i) {
    if (!pawl::detail::is_identifier(text(P::name(i)))) return "a field is named by an identifier";
    if (find_field<P>(text(P::name(i))) != i) return "each field has its own name";
  }
  if (P::template contains<fixed_string("requestedBy")>) return "the requester is no field";
  return {};
}

}  // namespace pawl::testing
