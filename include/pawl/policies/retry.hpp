// SPDX-License-Identifier: BSL-1.0
#pragma once

/// The retry axis: which failures are tried again, how often, and after what delay.

#include <pawl/detail/refusal.hpp>  // first, for g++ names the files on the way to a sentence

#include <pawl/policies/backoff.hpp>
#include <pawl/policies/errors.hpp>
#include <pawl/policies/retry/checks.hpp>
#include <pawl/policies/retry/classification.hpp>
#include <pawl/policies/retry/override.hpp>
#include <pawl/policies/retry/parts.hpp>
#include <pawl/policies/retry/policy.hpp>
#include <pawl/policies/retry/schedule.hpp>

namespace pawl {

/// A retry policy, made of parts in any order: `attempts<N>`, a backoff, a jitter, `retry_on<…>`,
/// `fatal_on<…>`, `overridable<…>`.
///
/// A part that is left out is `attempts<3>`, `exponential<1_s, 30_s>`, `full_jitter`; classes that
/// are not named keep their own classification; a submission may only ask for fewer attempts. Two
/// parts of one kind, an unknown part and parts that contradict each other are refused.
// clang-format off: clang shows the line of the parameters
template <class... Parts> requires detail::takes<"pawl: retry takes parts such as attempts<3>">
// clang-format on
struct retry : detail::retry_rules<Parts...> {
 private:
  using parts = detail::retry_parts<Parts...>;

 public:
  static constexpr pawl::axis axis = pawl::axis::retry;
  static constexpr unsigned max_attempts = parts::most::count;
  static constexpr backoff_plan plan = parts::backoff::plan.with(parts::jitter::spread);
  static constexpr override_bounds overrides = parts::overrides::bounds;

  /// The classes that `retry_on` and `fatal_on` name.
  using retried = typename parts::retried::named;
  using never_retried = typename parts::fatal::named;
  /// Whether `retry_on` is given, so that no class is retried that it does not name.
  static constexpr bool names_what_is_retried = parts::template has<detail::retry_part::retry_on>;

  /// What the policy says about a class: a list that names it decides, else its own default.
  template <class E>
  static constexpr retryability classification = detail::classify(
      detail::is_in<retried, E>, detail::is_in<never_retried, E>, E::classification);
};

/// What a job that says nothing gets: 3 attempts, 1 s doubling up to 30 s, full jitter.
using default_retry = retry<>;

}  // namespace pawl
