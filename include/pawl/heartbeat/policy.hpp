// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/parts.hpp>
#include <pawl/duration.hpp>

namespace pawl {

namespace detail {

template <class P>
concept has_interval =
    requires(duration_ms lease) { requires __is_same(decltype(P::interval(lease)), duration_ms); };

}  // namespace detail

/// How often a worker gives a sign of life.
///
/// **Requirements.** `interval(lease)` is the time between two heartbeats of a worker that holds
/// leases of that length: longer than zero, and at most a third of the lease.
/// **Called when.** At start-up; a process beats as often as its most demanding job type asks.
/// **Failure.** An interval that is not positive, or too long for the lease, does not compile.
/// **Thread safety.** Constants.
/// **Example.** `heartbeat<20_s>`, `third_of_lease`.
template <class P>
concept heartbeat_policy = detail::on_axis<P, axis::heartbeat> && detail::has_interval<P>;

}  // namespace pawl
