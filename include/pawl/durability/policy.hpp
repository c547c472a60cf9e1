// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

#include <pawl/detail/parts.hpp>

namespace pawl {

namespace detail {

template <class P>
concept has_is_ephemeral = says<decltype(P::is_ephemeral), bool>;
template <class P>
concept has_capacity = says<decltype(P::capacity), std::int64_t>;

}  // namespace detail

/// Whether a job survives its process.
///
/// **Requirements.** Unless `is_ephemeral`, the job is stored durably before its submission
/// returns, and `capacity` is 0. If it is, the job lives in this process only, without any database
/// write, and `capacity`, at least 1, is how many such jobs may wait.
/// **Called when.** At submission, and when the service chooses a store for the job type.
/// **Failure.** A capacity out of range does not compile. A submission to a full queue is refused
/// with a backpressure error.
/// **Thread safety.** Constants.
/// **Example.** `durable`, `ephemeral<capacity<1000>>`.
template <class P>
concept durability_policy =
    detail::on_axis<P, axis::durability> && detail::has_is_ephemeral<P> && detail::has_capacity<P>;

}  // namespace pawl
