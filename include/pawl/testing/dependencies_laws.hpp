// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/policies/dependencies.hpp>

namespace pawl::testing {

/// The least dependencies: one, and it must succeed.
struct dependencies_archetype {
  static constexpr pawl::axis axis = pawl::axis::dependencies;
  static constexpr dependents on_failed = dependents::cancel;
  static constexpr int at_most = 1;
};

/// The laws of dependencies, as the first that a policy breaks; empty if it keeps them all.
template <dependencies_policy P>
[[nodiscard]] constexpr text broken_dependencies_law() {
  if (P::at_most < 1) return "a job may depend on another";
  if (name_of(P::on_failed).empty()) return "a failed dependency is answered for";
  return {};
}

}  // namespace pawl::testing
