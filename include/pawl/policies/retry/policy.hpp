// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/policies/backoff.hpp>
#include <pawl/policies/errors/error_class.hpp>
#include <pawl/policies/policy.hpp>

namespace pawl {

/// What the engine needs of a retry policy, as a value: the declared one, or that of one job.
struct retry_settings {
  unsigned max_attempts = 1;
  backoff_plan plan{};

  friend constexpr bool operator==(const retry_settings&, const retry_settings&) = default;
};

namespace detail {

template <class P>
concept is_on_retry_axis = requires { requires P::axis == axis::retry; };
template <class P>
concept has_max_attempts =
    requires { requires __is_same(decltype(P::max_attempts), const unsigned); };
// Asked about a class that every job has; a template must take any.
template <class P>
concept classifies_errors = requires {
  requires __is_same(decltype(P::template classification<error::worker_lost>), const retryability);
};

}  // namespace detail

/// Which failures are tried again, how often, and after what delay.
///
/// **Requirements.** `axis` is `axis::retry`. `max_attempts`, an `unsigned`, counts the charged
/// starts of a job, the first included, and is at least 1. `plan` is a `backoff_plan`.
/// `classification<E>` says for each error class whether it is retried; `unclassified` leaves it
/// open, which the job then refuses. `overrides`, an `override_bounds`, is optional: without it a
/// submission may only ask for fewer attempts.
/// **Called when.** Never: all of it is read while the job type is compiled, and stored with it.
/// **Failure.** An attempt whose class is fatal, or that was the last, ends the job by the rows of
/// its lifecycle.
/// **Thread safety.** Constants only.
/// **Example.** `pawl::retry<pawl::attempts<3>, pawl::exponential<1_s, 30_s>, pawl::full_jitter>`.
template <class P>
concept retry_policy = detail::is_on_retry_axis<P> && detail::has_max_attempts<P> &&
                       detail::has_plan<P> && detail::classifies_errors<P>;

/// What a policy declares, for the jobs that do not override it.
template <retry_policy P>
inline constexpr retry_settings settings_of{P::max_attempts, P::plan};

}  // namespace pawl
