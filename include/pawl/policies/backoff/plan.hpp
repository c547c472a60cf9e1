// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <concepts>

#include <pawl/policies/detail/spoken.hpp>
#include <pawl/policies/units.hpp>

namespace pawl {

/// A number with three decimals that can be a template argument: `exponential<1_s, 30_s, 1.5>`.
///
/// Anything that is no positive number becomes 0, anything too large the largest factor.
struct factor {
  static constexpr std::uint32_t most = 1'000'000;

  std::uint32_t permille = 1000;

  constexpr factor() = default;
  constexpr factor(double value) : permille(rounded(value * 1000)) {}
  // Clang 16 converts no int to a double on the way to a template argument.
  constexpr factor(std::integral auto value) : factor(static_cast<double>(value)) {}

  friend constexpr auto operator<=>(const factor&, const factor&) = default;

 private:
  static constexpr std::uint32_t rounded(double thousandths) {
    // Asked this way round, so that what is not a number is none.
    if (!(thousandths > 0)) return 0;
    if (thousandths >= most) return most;
    const auto whole = static_cast<std::uint32_t>(thousandths);
    return thousandths - whole < 0.5 ? whole : whole + 1;
  }
};

/// A factor in a sentence, without needless zeros: `2`, `1.5`, `1.001`.
constexpr void write_factor(auto& out, factor value) {
  detail::say_fraction(out, value.permille, 1000);
}

/// How the delays of a plan grow, before they are spread.
enum class backoff_model : unsigned char {
  none,         ///< no delay at all
  fixed,        ///< always `initial`
  linear,       ///< `initial` · attempt
  exponential,  ///< `initial` · `multiplier`^(attempt − 1)
  polynomial,   ///< `initial` · attempt^`degree`
  custom        ///< what `curve` says
};

/// Which part of its full length a delay may have, in thousandths: jitter as data.
struct jitter_spread {
  std::uint16_t low = 1000;
  std::uint16_t high = 1000;
  /// The delay is drawn between `initial` and (multiplier + 1) times the delay before it; the model
  /// and the two shares above play no part.
  bool decorrelated = false;

  friend constexpr bool operator==(const jitter_spread&, const jitter_spread&) = default;
};

/// All that the delay before a retry depends on, besides the job and the attempt.
///
/// Every backoff and jitter comes down to one: a value that can be a template argument, copied,
/// compared and printed. No delay is longer than `cap`,
/// or, without one, than ten years.
struct backoff_plan {
  backoff_model model = backoff_model::none;
  duration_ms initial{};
  duration_ms cap{};
  factor multiplier{};
  unsigned degree = 1;
  jitter_spread jitter{};
  /// For `backoff_model::custom`: the full delay after a failed attempt (1, 2, …); never shrinks.
  duration_ms (*curve)(unsigned attempt) = nullptr;

  friend constexpr bool operator==(const backoff_plan&, const backoff_plan&) = default;

  /// The same plan with another jitter.
  [[nodiscard]] constexpr backoff_plan with(jitter_spread spread) const {
    backoff_plan changed = *this;
    changed.jitter = spread;
    return changed;
  }
};

}  // namespace pawl
