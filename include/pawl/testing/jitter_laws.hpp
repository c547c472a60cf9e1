// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/testing/backoff_laws.hpp>

namespace pawl::testing {

/// The least jitter: a spread, and the least spread at that. All jobs wait equally long.
struct jitter_archetype {
  static constexpr jitter_spread spread{};
};

namespace detail {

/// How many of the jobs fall into each tenth of the bounds.
struct tenths {
  std::uint64_t count[10]{};
  std::uint64_t least = UINT64_MAX;
  std::uint64_t most = 0;

  constexpr tenths(const backoff_plan& plan, unsigned attempt, std::uint64_t jobs) {
    const delay_bounds within = bounds(plan, attempt);
    const std::int64_t width = within.max.count - within.min.count + 1;
    for (std::uint64_t job = 0; job < jobs; ++job) {
      const std::int64_t at = delay(plan, job, attempt).count - within.min.count;
      ++count[at * 10 / width];
    }
    for (const std::uint64_t each : count) {
      least = each < least ? each : least;
      most = each > most ? each : most;
    }
  }
};

}  // namespace detail

/// The laws of a jitter, for jobs with the ids 0, 1, … that fail together, as the first that it
/// breaks; empty if it keeps them all. Neighbouring ids are the hard case: they must scatter too.
template <jitter_policy J>
[[nodiscard]] constexpr text broken_jitter_law(std::uint64_t jobs = 1000) {
  constexpr jitter_spread spread = J::spread;
  if (spread.low > spread.high || spread.high > 1000) return "low <= high <= 1000";
  constexpr backoff_plan plan{.model = backoff_model::exponential,
                              .initial = {10'000},
                              .cap = {60'000},
                              .multiplier = 2,
                              .jitter = spread};
  if (const text law = broken_plan_law(plan); !law.empty()) return law;
  if (spread.low == spread.high && !spread.decorrelated) return {};
  constexpr unsigned attempts[] = {1, 2, 3, 100};
  for (const unsigned attempt : attempts) {
    // From the third attempt on a decorrelated delay is no longer spread evenly, only widely.
    const bool even = !spread.decorrelated || attempt == 1;
    const detail::tenths found(plan, attempt, jobs);
    if (found.least == 0) return "bounds are tight: every tenth of them is some job's delay";
    if (even && found.most > jobs / 5) return "jobs that fail together are drawn apart evenly";
    if (found.most > jobs / 2) return "jobs that fail together do not come back together";
  }
  return {};
}

}  // namespace pawl::testing
