// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/backoff/plan.hpp>

namespace pawl {

namespace detail {

template <class B>
concept has_plan = requires { requires __is_same(decltype(B::plan), const backoff_plan); };
template <class J>
concept has_spread = requires { requires __is_same(decltype(J::spread), const jitter_spread); };

}  // namespace detail

/// How the delay before a retry grows with the attempts.
///
/// **Requirements.** `plan` is a constant `backoff_plan`: one of the known models, or `custom` with
/// a `curve` that is pure, does not throw and never shrinks. Its jitter is replaced by the retry
/// policy's.
/// **Called when.** An attempt has failed and will be retried, and when documents are written; in
/// both cases through `pawl::delay` and `pawl::bounds`.
/// **Failure.** None: a negative delay counts as 0, one beyond the cap as the cap.
/// **Thread safety.** A curve may be called from any thread at any time.
/// **Example.** `pawl::exponential<1_s, 30_s>`.
template <class B>
concept backoff_policy = __is_class(B) && detail::has_plan<B>;

/// How the delays of jobs that fail together are drawn apart.
///
/// **Requirements.** `spread` is a constant `jitter_spread`: which part of its full length a delay
/// may have, `low` ≤ `high` ≤ 1000 thousandths. Where in between a job lands is not the model's
/// choice; it follows from the job's id.
/// **Called when.** Never: it is data, read by `pawl::delay` and `pawl::bounds`.
/// **Failure.** A share above 1000 counts as 1000, a `low` above `high` is never chosen.
/// **Thread safety.** Constants only.
/// **Example.** `struct slight { static constexpr pawl::jitter_spread spread{900, 1000}; };`
template <class J>
concept jitter_policy = __is_class(J) && detail::has_spread<J>;

}  // namespace pawl
