// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/byte_size.hpp>
#include <pawl/detail/parts.hpp>

namespace pawl {

namespace detail {

template <class P>
concept has_input_size = says<decltype(P::input), byte_size>;
template <class P>
concept has_result_size = says<decltype(P::result), byte_size>;
template <class P>
concept has_summary_size = says<decltype(P::summary), byte_size>;

}  // namespace detail

/// How large what a job carries may be, encoded.
///
/// **Requirements.** `input` bounds the payload, `result` the output, each from 1 byte to 64 MiB;
/// `summary` bounds everything else that a status record holds together (message, metadata, audit
/// fields, error text), from 1 byte to 64 KiB.
/// **Called when.** `input` at submission, `result` and `summary` when they are written.
/// **Failure.** A size out of range does not compile. An input that is too large is refused as
/// invalid; a result that is too large fails the attempt; a summary is never stored beyond its
/// bound.
/// **Thread safety.** Constants.
/// **Example.** `payload_limit<1_MiB>`, `payload_limit<1_MiB, result_limit<8_MiB>>`.
template <class P>
concept payload_limit_policy =
    detail::on_axis<P, axis::payload_limit> && detail::has_input_size<P> &&
    detail::has_result_size<P> && detail::has_summary_size<P>;

}  // namespace pawl
