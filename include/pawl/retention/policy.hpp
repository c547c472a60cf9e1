// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/parts.hpp>
#include <pawl/duration.hpp>

namespace pawl {

namespace detail {

template <class P>
concept has_results = says<decltype(P::results), duration_ms>;
template <class P>
concept has_events = says<decltype(P::events), duration_ms>;
template <class P>
concept has_dead_letters = says<decltype(P::dead_letters), duration_ms>;
template <class P>
concept has_most_kept = says<decltype(P::at_most), std::int64_t>;

}  // namespace detail

/// How long a finished job is kept.
///
/// **Requirements.** `results` is for the job and its result, `events` for its event log,
/// `dead_letters` for a dead-lettered job and all its details; each longer than zero, counted from
/// the terminal state, and `events` not longer than either. `at_most` is the number of finished
/// jobs of the type that are kept besides, the youngest; 0 is any number.
/// **Called when.** By maintenance, which deletes what is over its time.
/// **Failure.** A time that is not positive, or events kept longer than their job, does not
/// compile.
/// **Thread safety.** Constants.
/// **Example.** `retention<keep_results<24_h>, keep_events<12_h>, keep_dead_letters<7_d>>`.
template <class P>
concept retention_policy =
    detail::on_axis<P, axis::retention> && detail::has_results<P> && detail::has_events<P> &&
    detail::has_dead_letters<P> && detail::has_most_kept<P>;

}  // namespace pawl
