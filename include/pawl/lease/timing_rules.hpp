// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/heartbeat/heartbeat.hpp>
#include <pawl/lease/lease.hpp>
#include <pawl/timeout/timeout.hpp>

namespace pawl {

namespace detail {

/// A lease that was refused by itself is not refused again.
constexpr bool beats_in_time(duration_ms interval, duration_ms lease) {
  return lease.count <= 0 || interval.count <= lease.count / 3;
}

template <duration_ms Interval, duration_ms Lease>
struct heartbeat_sentence {
  static constexpr void write(auto& out) {
    out << "pawl: heartbeat ";
    say_duration(out, Interval);
    out << " is longer than a third of lease ";
    say_duration(out, Lease);
    out << "; beat at least every ";
    say_duration(out, {Lease.count / 3 == 0 ? 1 : Lease.count / 3});
    out << ", or lengthen the lease";
  }
};

}  // namespace detail

/// The times of a job type, checked against each other: two heartbeats may fail before a lease is
/// lost, so a heartbeat is at most a third of it.
template <timeout_policy Timeout, heartbeat_policy Heartbeat, lease_policy Lease>
struct timing_rules
    : private detail::demand<
          detail::beats_in_time(Heartbeat::interval(Lease::length), Lease::length),
          detail::heartbeat_sentence<Heartbeat::interval(Lease::length), Lease::length>> {
  static constexpr duration_ms lease = Lease::length;
  static constexpr duration_ms heartbeat = Heartbeat::interval(Lease::length);
  static constexpr bool bounded = Timeout::bounded;
  static constexpr duration_ms timeout = Timeout::limit;
  static constexpr duration_ms rescue = Timeout::rescue;
};

}  // namespace pawl
