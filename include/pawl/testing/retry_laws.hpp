// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/policies/errors.hpp>
#include <pawl/policies/retry/classification.hpp>
#include <pawl/policies/retry/override.hpp>
#include <pawl/testing/backoff_laws.hpp>

namespace pawl::testing {

/// The least retry policy: one attempt, no delay, and each class as it is by default.
struct retry_archetype {
  static constexpr pawl::axis axis = pawl::axis::retry;
  static constexpr unsigned max_attempts = 1;
  static constexpr backoff_plan plan{};
  template <class E>
  static constexpr retryability classification = E::classification;
};

namespace detail {

template <retry_policy P>
constexpr text broken_override_law() {
  constexpr retry_settings declared = settings_of<P>;
  const override_verdict untouched = apply<P>({});
  if (!untouched || untouched.settings != declared)
    return "an override that asks for nothing changes nothing";
  const unsigned tried = declared.max_attempts < 64 ? declared.max_attempts : 64;
  for (unsigned fewer = 1; fewer <= tried; ++fewer)
    if (apply<P>({.max_attempts = fewer}).settings != retry_settings{fewer, declared.plan})
      return "a submission may ask for fewer attempts";
  const override_verdict none = apply<P>({.max_attempts = 0});
  if (none || none.settings != declared) return "a job has at least one attempt";
  const unsigned allowed = none.allowed.attempts_up_to;
  if (allowed < declared.max_attempts) return "what is declared is allowed";
  if (allowed != UINT32_MAX && apply<P>({.max_attempts = allowed + 1}))
    return "a submission cannot exceed the allowed attempts";
  const duration_ms longest = none.allowed.longest;
  if (longest.count != INT64_MAX && apply<P>({.cap = duration_ms{longest.count + 1}}))
    return "a submission cannot exceed the allowed delays";
  if (apply<P>({.initial = duration_ms{0}})) return "a submission cannot ask for no delay";
  if (apply<P>({.multiplier = 0.5})) return "a submission cannot make delays shrink";
  return {};
}

}  // namespace detail

/// The laws of a retry policy for a job with these errors, as the first that it breaks; empty if it
/// keeps them all.
template <retry_policy P, errors_policy Errors = default_errors>
[[nodiscard]] constexpr text broken_retry_law() {
  using classified = retry_classification<Errors, P>;
  if (P::max_attempts < 1) return "a job has at least one attempt";
  if (classified::table().size() != Errors::classes::count) return "every class is classified";
  for (std::size_t i = 0; i < classified::table().size(); ++i) {
    const classified_error& each = classified::table()[i];
    if (each.code != Errors::classes::infos()[i].code) return "classes keep their order";
    if (classified::is_retryable(each.code) != each.retryable ||
        classified::escalates(each.code) != each.escalates)
      return "a class is treated as its code is";
  }
  if (classified::is_retryable("payload_undecodable"))
    return "a payload that cannot be read is not retried";
  if (classified::is_retryable("no such code")) return "an unknown code is not retried";
  if (const text law = broken_plan_law(P::plan); !law.empty()) return law;
  if (P::plan.cap > pawl::detail::longest_duration) return "a delay added to a date is a date";
  return detail::broken_override_law<P>();
}

}  // namespace pawl::testing
