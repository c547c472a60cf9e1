// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/backoff/policy.hpp>
#include <pawl/detail/enum_names.hpp>
#include <pawl/text.hpp>

namespace pawl {

/// Every job waits the full delay. Jobs that fail together come back together.
struct no_jitter {
  static constexpr jitter_spread spread{};
};

/// Between nothing and the full delay: scatters best, and halves the delay on average.
struct full_jitter {
  static constexpr jitter_spread spread{.low = 0};
};

/// Between half the delay and all of it: never at once.
struct equal_jitter {
  static constexpr jitter_spread spread{.low = 500};
};

/// Between the first delay and three times the delay before, up to the cap. It grows by itself, so
/// it goes with `exponential`, of which it uses base, cap and multiplier (three is 2 + 1).
struct decorrelated_jitter {
  static constexpr jitter_spread spread{.low = 0, .decorrelated = true};
};

/// How a document calls a jitter: `none`, `full`, `equal`, `decorrelated`, else `custom`.
[[nodiscard]] constexpr text name_of(const jitter_spread& spread) {
  if (spread == no_jitter::spread) return "none";
  if (spread == full_jitter::spread) return "full";
  if (spread == equal_jitter::spread) return "equal";
  return spread.decorrelated ? text("decorrelated") : text("custom");
}

}  // namespace pawl
