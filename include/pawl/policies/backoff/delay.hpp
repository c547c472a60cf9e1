// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <type_traits>

#include <pawl/policies/backoff/plan.hpp>

namespace pawl {

/// What the random part of a job's delays is derived from: its id. Nothing random is stored, so
/// every process that asks gets the same answer, also after a crash.
struct jitter_seed {
  std::uint64_t value = 0;

  constexpr jitter_seed(std::uint64_t id) : value(id) {}
  constexpr jitter_seed(std::uint64_t high, std::uint64_t low);
};

/// The shortest and the longest delay that some job can get.
struct delay_bounds {
  duration_ms min{};
  duration_ms max{};

  friend constexpr bool operator==(const delay_bounds&, const delay_bounds&) = default;
};

namespace detail {

inline constexpr std::int64_t forever = INT64_MAX;

/// Scatters neighbouring numbers (SplitMix64's finalizer): ids made one after another must not get
/// delays one after another.
constexpr std::uint64_t scatter(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15U;
  x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27U)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31U);
}

/// A number from low to high, both included. The remainder favours none noticeably: a delay has
/// some 2^25 possible values, the draw 2^64.
constexpr std::int64_t draw(jitter_seed seed, unsigned attempt, std::int64_t low,
                            std::int64_t high) {
  if (high <= low) return low;
  const auto width = static_cast<std::uint64_t>(high - low) + 1;
  return low + static_cast<std::int64_t>(scatter(scatter(seed.value) + attempt) % width);
}

constexpr std::int64_t clamped(std::int64_t count, std::int64_t cap) {
  if (count < 0 || cap < 0) return 0;
  return count < cap ? count : cap;
}

/// count · permille / 1000, without overflowing on the way.
constexpr std::int64_t scaled(std::int64_t count, std::int64_t permille) {
  const std::int64_t thousands = count / 1000;
  if (permille > 0 && thousands > (forever - 2 * permille) / permille) return forever;
  return thousands * permille + count % 1000 * permille / 1000;
}

/// base^exponent, or something beyond every duration as soon as that is certain. In floating point,
/// because it takes factors like 1.5, and 32 steps for any exponent.
constexpr double power(double base, unsigned exponent) {
  constexpr double beyond = 1e19;
  double result = 1;
  while (exponent != 0) {
    if ((exponent & 1U) != 0) result *= base;
    exponent >>= 1U;
    // A square that is still needed would only take it further; stopping keeps clear of infinity,
    // which is no constant expression.
    if (result > beyond || (exponent != 0 && base > beyond)) return beyond;
    if (exponent != 0) base *= base;
  }
  return result;
}

constexpr std::int64_t multiplied(std::int64_t count, double by, std::int64_t cap) {
  const double product = static_cast<double>(count) * by;
  return product >= static_cast<double>(cap) ? cap
                                             : clamped(static_cast<std::int64_t>(product), cap);
}

/// The longest delay of a plan: one without a cap reaches as far as any delay may.
constexpr std::int64_t cap_of(const backoff_plan& plan) {
  return plan.cap.count == 0 ? longest_duration.count : clamped(plan.cap.count, forever);
}

/// The delay before it is spread.
constexpr std::int64_t full_delay(const backoff_plan& plan, unsigned attempt) {
  const std::int64_t cap = cap_of(plan);
  const std::int64_t initial = clamped(plan.initial.count, cap);
  switch (plan.model) {
    case backoff_model::none:
      return 0;
    case backoff_model::fixed:
      return initial;
    case backoff_model::linear:
      return multiplied(initial, attempt, cap);
    case backoff_model::exponential:
      return multiplied(initial, power(plan.multiplier.permille / 1000.0, attempt - 1), cap);
    case backoff_model::polynomial:
      return multiplied(initial, power(attempt, plan.degree), cap);
    case backoff_model::custom:
      // In a constant expression a call of no curve is an error anyway, and g++ 12 compares no
      // address of a function there with -fsanitize=undefined.
      if (!std::is_constant_evaluated() && plan.curve == nullptr) return 0;
      return clamped(plan.curve(attempt).count, cap);
  }
  return 0;
}

/// The most that a decorrelated delay may be after one of this length. A multiplier of 2 gives the
/// customary factor of 3. The draw ends at the cap, instead of being cut there afterwards: a cut
/// would give most jobs the very same delay, which is the herd that jitter is there to scatter.
constexpr std::int64_t longest_after(const backoff_plan& plan, std::int64_t previous) {
  const std::int64_t multiplier = plan.multiplier.permille < 1000 ? 1000 : plan.multiplier.permille;
  return clamped(scaled(previous, multiplier + 1000), cap_of(plan));
}

constexpr std::int64_t longest_decorrelated(const backoff_plan& plan, unsigned attempt) {
  std::int64_t longest = clamped(plan.initial.count, cap_of(plan));
  // The factor is at least 2, so 63 steps reach every cap.
  for (unsigned i = 0; i < attempt && i < 64 && longest < cap_of(plan); ++i)
    longest = longest_after(plan, longest);
  return longest;
}

/// Each delay is drawn from the one before, so the chain is walked again from where it last began.
/// It begins anew every 64 attempts, as if the delay before had been the longest possible: attempt
/// 4'000'000'000 costs no more than attempt 64.
constexpr std::int64_t decorrelated_delay(const backoff_plan& plan, jitter_seed seed,
                                          unsigned attempt) {
  constexpr unsigned block = 64;
  const std::int64_t initial = clamped(plan.initial.count, cap_of(plan));
  const unsigned begin = (attempt - 1) / block * block;
  std::int64_t previous = longest_decorrelated(plan, begin);
  for (unsigned i = begin; i < attempt; ++i)
    previous = draw(seed, i + 1, initial, longest_after(plan, previous));
  return previous;
}

/// Attempts are counted from 1; there is none before the first.
constexpr unsigned counted(unsigned attempt) { return attempt == 0 ? 1 : attempt; }

constexpr std::int64_t share(std::int64_t count, std::uint16_t permille) {
  return scaled(count, permille > 1000 ? 1000 : permille);
}

/// Where a job may wait, it waits for a millisecond at least. One in a thousand would otherwise be
/// retried at the instant of its failure, and a test whose clock stands still would miss its wait.
constexpr std::int64_t noticeable(std::int64_t count, std::int64_t longest) {
  return count == 0 && longest > 0 ? 1 : count;
}

}  // namespace detail

constexpr jitter_seed::jitter_seed(std::uint64_t high, std::uint64_t low)
    : value(detail::scatter(high) ^ low) {}

/// Between which delays every job waits after its `attempt`-th charged start has failed. Tight:
/// some job comes close to either.
[[nodiscard]] constexpr delay_bounds bounds(const backoff_plan& plan, unsigned attempt) {
  attempt = detail::counted(attempt);
  if (plan.jitter.decorrelated)
    return {{detail::clamped(plan.initial.count, detail::cap_of(plan))},
            {detail::longest_decorrelated(plan, attempt)}};
  const std::int64_t full = detail::full_delay(plan, attempt);
  const std::int64_t longest = detail::share(full, plan.jitter.high);
  return {{detail::noticeable(detail::share(full, plan.jitter.low), longest)}, {longest}};
}

/// How long a job waits after its `attempt`-th charged start has failed.
///
/// Pure: the same plan, job and attempt give the same delay everywhere and at any time. It lies
/// within `bounds` and is cheap for every attempt; nothing overflows.
[[nodiscard]] constexpr duration_ms delay(const backoff_plan& plan, jitter_seed seed,
                                          unsigned attempt) {
  attempt = detail::counted(attempt);
  if (plan.jitter.decorrelated) return {detail::decorrelated_delay(plan, seed, attempt)};
  const std::int64_t full = detail::full_delay(plan, attempt);
  const std::int64_t longest = detail::share(full, plan.jitter.high);
  const std::int64_t drawn =
      detail::draw(seed, attempt, detail::share(full, plan.jitter.low), longest);
  return {detail::noticeable(drawn, longest)};
}

}  // namespace pawl
