// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/policies/durability.hpp>

namespace pawl::testing {

/// The least durability: none, and room for one.
struct durability_archetype {
  static constexpr pawl::axis axis = pawl::axis::durability;
  static constexpr bool is_ephemeral = true;
  static constexpr std::int64_t capacity = 1;
};

/// The laws of durability, as the first that a policy breaks; empty if it keeps them all.
template <durability_policy P>
[[nodiscard]] constexpr text broken_durability_law() {
  if (P::is_ephemeral && P::capacity < 1) return "an ephemeral queue has room";
  if (!P::is_ephemeral && P::capacity != 0) return "a durable queue is not bounded by its type";
  return {};
}

}  // namespace pawl::testing
