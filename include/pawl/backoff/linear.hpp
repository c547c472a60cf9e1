// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/backoff/checks.hpp>
#include <pawl/backoff/policy.hpp>

namespace pawl {

/// Each retry waits one step longer than the one before, up to a cap: `linear<5_s, 1_min>` waits
/// 5 s, 10 s, 15 s, …
template <duration_ms Step, duration_ms Cap>
struct linear : detail::all_of<detail::rule_positive_delay<"linear", Step>,
                               detail::rule_cap<"linear", Step, Cap>> {
  static constexpr backoff_plan plan{.model = backoff_model::linear, .initial = Step, .cap = Cap};
};

}  // namespace pawl
