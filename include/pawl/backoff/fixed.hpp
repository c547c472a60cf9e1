// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/backoff/checks.hpp>
#include <pawl/backoff/policy.hpp>

namespace pawl {

/// A retry is due at once.
struct no_delay {
  static constexpr backoff_plan plan{};
};

/// Every retry waits equally long: `fixed<1_s>`.
template <duration_ms Delay>
struct fixed : detail::all_of<detail::rule_positive_delay<"fixed", Delay>> {
  static constexpr backoff_plan plan{.model = backoff_model::fixed, .initial = Delay, .cap = Delay};
};

}  // namespace pawl
