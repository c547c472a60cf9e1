// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/policies/retention.hpp>

namespace pawl::testing {

/// The least retention: everything for a millisecond.
struct retention_archetype {
  static constexpr pawl::axis axis = pawl::axis::retention;
  static constexpr duration_ms results{1};
  static constexpr duration_ms events{1};
  static constexpr duration_ms dead_letters{1};
  static constexpr duration_ms output{0};
  static constexpr duration_ms link{0};
  static constexpr std::int64_t at_most = 0;
};

/// The laws of retention, as the first that a policy breaks; empty if it keeps them all.
template <retention_policy P>
[[nodiscard]] constexpr text broken_retention_law() {
  if (P::results.count <= 0) return "results are kept longer than zero";
  if (P::events.count <= 0) return "events are kept longer than zero";
  if (P::dead_letters.count <= 0) return "dead letters are kept longer than zero";
  if (P::events > P::results || P::events > P::dead_letters)
    return "events are not kept longer than their job";
  if (P::output.count < 0 || P::output > P::results)
    return "an output is not kept longer than its job";
  if (P::link.count < 0 || P::link > P::results) return "a link is not kept longer than its job";
  if (P::at_most < 0) return "a number of jobs is kept, or any number";
  return {};
}

}  // namespace pawl::testing
