// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/parts.hpp>

namespace pawl {

/// What becomes of a job when one it depends on ends without success.
enum class dependents : unsigned char {
  cancel,     ///< it is cancelled, with reason `dependency_failed`
  run_anyway  ///< it runs once all it depends on have ended, however they did
};

namespace detail {

template <class P>
concept has_on_failed = says<decltype(P::on_failed), dependents>;
template <class P>
concept has_most_dependencies = says<decltype(P::at_most), int>;

}  // namespace detail

/// How a job waits for others.
///
/// **Requirements.** `on_failed` says what becomes of a job when one it depends on fails, is
/// cancelled or dead-lettered; `at_most`, at least 1, is how many it may depend on.
/// **Called when.** `at_most` at submission; `on_failed` in the transaction that ends the other
/// job.
/// **Failure.** A number out of range does not compile. A submission with more dependencies is
/// refused as invalid.
/// **Thread safety.** Constants.
/// **Example.** `dependencies<on_failed_dependency<dependents::run_anyway>,
/// depends_on_at_most<8>>`.
template <class P>
concept dependencies_policy = detail::on_axis<P, axis::dependencies> && detail::has_on_failed<P> &&
                              detail::has_most_dependencies<P>;

}  // namespace pawl
