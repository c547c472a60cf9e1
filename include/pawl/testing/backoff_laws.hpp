// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/text.hpp>
#include <pawl/policies/backoff.hpp>
#include <pawl/policies/backoff/delay.hpp>

namespace pawl::testing {

/// The least backoff: a plan, and the least plan at that. Its retries are due at once.
struct backoff_archetype {
  static constexpr backoff_plan plan{};
};

/// The attempts at which plans are looked at: the first ones, around the blocks of a decorrelated
/// chain, and far out.
inline constexpr unsigned telling_attempts[] = {1,
                                                2,
                                                3,
                                                4,
                                                5,
                                                6,
                                                7,
                                                8,
                                                9,
                                                10,
                                                11,
                                                12,
                                                20,
                                                31,
                                                32,
                                                33,
                                                63,
                                                64,
                                                65,
                                                127,
                                                128,
                                                129,
                                                1000,
                                                65'536,
                                                4'000'000'000,
                                                4'294'967'295};

namespace detail {

constexpr text broken_for_job(const backoff_plan& plan, jitter_seed seed, unsigned attempt) {
  const duration_ms waited = delay(plan, seed, attempt);
  const delay_bounds within = bounds(plan, attempt);
  if (delay(plan, seed, attempt) != waited) return "a job gets the same delay whenever it asks";
  if (waited < within.min || waited > within.max) return "a delay lies within its bounds";
  const bool begins_anew = (attempt - 1) % 64 == 0;
  if (plan.jitter.decorrelated && !begins_anew) {
    const std::int64_t before = delay(plan, seed, attempt - 1).count;
    if (waited.count > pawl::detail::longest_after(plan, before))
      return "a decorrelated delay exceeds the one before by no more than its factor";
  }
  return {};
}

}  // namespace detail

/// The laws of every plan, for the jobs 0, 1, … `jobs` − 1, as the first that it breaks; empty if
/// it keeps them all.
[[nodiscard]] constexpr text broken_plan_law(const backoff_plan& plan, std::uint64_t jobs = 4) {
  if (bounds(plan, 0) != bounds(plan, 1) || delay(plan, 0, 0) != delay(plan, 0, 1))
    return "there is no attempt before the first";
  delay_bounds before{};
  for (const unsigned attempt : telling_attempts) {
    const delay_bounds within = bounds(plan, attempt);
    if (within.min.count < 0) return "a delay is not negative";
    if (within.max > plan.cap) return "a delay does not exceed the cap";
    if (within.min > within.max) return "the shortest delay is not longer than the longest";
    if (within.min < before.min || within.max < before.max) return "bounds never shrink";
    if (plan.jitter == jitter_spread{} && within.min != within.max)
      return "without jitter every job waits equally long";
    before = within;
    for (std::uint64_t job = 0; job < jobs; ++job)
      if (const text law = detail::broken_for_job(plan, job, attempt); !law.empty()) return law;
  }
  return {};
}

/// The laws of a backoff, by itself and under every kind of jitter.
template <backoff_policy B>
[[nodiscard]] constexpr text broken_backoff_law(std::uint64_t jobs = 4) {
  constexpr jitter_spread spreads[] = {
      {}, {.low = 0}, {.low = 500}, {.low = 333, .high = 667}, {.low = 0, .decorrelated = true}};
  for (const jitter_spread& each : spreads)
    if (const text law = broken_plan_law(B::plan.with(each), jobs); !law.empty()) return law;
  return {};
}

}  // namespace pawl::testing
