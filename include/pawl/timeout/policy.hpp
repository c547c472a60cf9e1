// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/parts.hpp>
#include <pawl/duration.hpp>

namespace pawl {

namespace detail {

template <class P>
concept has_bounded = says<decltype(P::bounded), bool>;
template <class P>
concept has_timeout_limit = says<decltype(P::limit), duration_ms>;
template <class P>
concept has_rescue = says<decltype(P::rescue), duration_ms>;

}  // namespace detail

/// How long one attempt of a job may take.
///
/// **Requirements.** `bounded` says whether there is a limit at all. If so, `limit` is when the
/// handler's stop token fires, and `rescue`, which is later, is when a handler that ignores its
/// token is fenced off and its worker slot replaced; both count from the start of the attempt.
/// **Called when.** The engine sets both times when it starts an attempt.
/// **Failure.** A limit that is not positive, or a rescue that is not later, does not compile. An
/// attempt over its limit ends by the lifecycle's `expire` row, or fails with class `timeout`.
/// **Thread safety.** Constants.
/// **Example.** `timeout<5_min>`, `timeout<5_min, rescue_after<6_min>>`, `no_timeout`.
template <class P>
concept timeout_policy = detail::on_axis<P, axis::timeout> && detail::has_bounded<P> &&
                         detail::has_timeout_limit<P> && detail::has_rescue<P>;

}  // namespace pawl
