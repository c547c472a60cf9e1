// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/spoken.hpp>
#include <pawl/heartbeat/policy.hpp>

namespace pawl {

/// A sign of life at least this often, whatever the lease.
template <duration_ms Interval>
struct heartbeat : private detail::sound_duration<"heartbeat", Interval> {
  static constexpr pawl::axis axis = pawl::axis::heartbeat;
  [[nodiscard]] static constexpr duration_ms interval(duration_ms /*lease*/) { return Interval; }
};

/// Three signs of life in each lease, so that two may fail; the default.
struct third_of_lease {
  static constexpr pawl::axis axis = pawl::axis::heartbeat;
  [[nodiscard]] static constexpr duration_ms interval(duration_ms lease) {
    return {lease.count < 3 ? 1 : lease.count / 3};
  }
};

using default_heartbeat = third_of_lease;

}  // namespace pawl
