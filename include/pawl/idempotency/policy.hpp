// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/parts.hpp>
#include <pawl/duration.hpp>

namespace pawl {

namespace detail {

template <class P>
concept has_ttl = says<decltype(P::ttl), duration_ms>;
template <class P>
concept has_required = says<decltype(P::required), bool>;

}  // namespace detail

/// How a repeated submission is recognised.
///
/// **Requirements.** `ttl`, longer than zero, is how long a key lives, counted from the creation of
/// its job; `required` says whether every submission must bring one. The scope of a key is fixed:
/// tenant, handler, key.
/// **Called when.** At submission. `judge_key` decides; `valid_key` says what may be a key.
/// **Failure.** A ttl that is not positive does not compile. A missing or malformed key is refused
/// as invalid, a used one with another payload as a conflict.
/// **Thread safety.** Constants.
/// **Example.** `idempotency<ttl<24_h>, key_required>`.
template <class P>
concept idempotency_policy =
    detail::on_axis<P, axis::idempotency> && detail::has_ttl<P> && detail::has_required<P>;

}  // namespace pawl
