// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/policies/timing.hpp>

namespace pawl::testing {

/// The least timeout: a millisecond, given up after another.
struct timeout_archetype {
  static constexpr pawl::axis axis = pawl::axis::timeout;
  static constexpr bool bounded = true;
  static constexpr duration_ms limit{1};
  static constexpr duration_ms rescue{2};
};

/// The least heartbeat: every millisecond.
struct heartbeat_archetype {
  static constexpr pawl::axis axis = pawl::axis::heartbeat;
  static constexpr duration_ms interval(duration_ms) { return {1}; }
};

/// The least lease that a heartbeat can keep.
struct lease_archetype {
  static constexpr pawl::axis axis = pawl::axis::lease;
  static constexpr duration_ms length{3};
};

/// The laws of a timeout, as the first that it breaks; empty if it keeps them all.
template <timeout_policy T>
[[nodiscard]] constexpr text broken_timeout_law() {
  if (!T::bounded && (T::limit.count != 0 || T::rescue.count != 0))
    return "a job without a timeout has no times";
  if (T::bounded && T::limit.count <= 0) return "a timeout is longer than zero";
  if (T::bounded && T::rescue <= T::limit) return "a handler is given up after its timeout";
  return {};
}

/// The laws of a lease.
template <lease_policy L>
[[nodiscard]] constexpr text broken_lease_law() {
  if (L::length.count <= 0) return "a lease is longer than zero";
  return {};
}

/// The laws of a heartbeat together with a lease.
template <heartbeat_policy H, lease_policy L>
[[nodiscard]] constexpr text broken_heartbeat_law() {
  const duration_ms interval = H::interval(L::length);
  if (interval.count <= 0) return "there is time between two heartbeats";
  if (3 * interval.count > L::length.count) return "two heartbeats may fail before a lease is lost";
  return {};
}

}  // namespace pawl::testing
