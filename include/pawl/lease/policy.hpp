// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/parts.hpp>
#include <pawl/duration.hpp>

namespace pawl {

namespace detail {

template <class P>
concept has_length = says<decltype(P::length), duration_ms>;

}  // namespace detail

/// How long a worker may be silent before its job is given to another.
///
/// **Requirements.** `length` is longer than zero.
/// **Called when.** Stored with each claim; a job is lost when its owner's last sign of life plus
/// `length` has passed.
/// **Failure.** A length that is not positive does not compile. A lost job takes its `lose` row.
/// **Thread safety.** Constants.
/// **Example.** `lease<60_s>`.
template <class P>
concept lease_policy = detail::on_axis<P, axis::lease> && detail::has_length<P>;

}  // namespace pawl
