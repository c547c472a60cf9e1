// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/backoff/checks.hpp>
#include <pawl/backoff/policy.hpp>

namespace pawl {

namespace detail {

template <factor Multiplier>
struct rule_multiplier {
  static constexpr bool holds = Multiplier.permille >= 1000;
  static constexpr void write(auto& out) {
    out << "pawl: exponential has a multiplier of ";
    write_factor(out, Multiplier);
    out << ", so its delays would shrink; use 1 or more";
  }
};

}  // namespace detail

/// Each retry waits `Multiplier` times as long as the one before, up to a cap:
/// `exponential<2_s, 30_s>` waits 2 s, 4 s, 8 s, 16 s, 30 s, … The multiplier may have decimals.
template <duration_ms Base, duration_ms Cap, factor Multiplier = 2>
struct exponential : detail::all_of<detail::rule_positive_delay<"exponential", Base>,
                                    detail::rule_cap<"exponential", Base, Cap>,
                                    detail::rule_multiplier<Multiplier>> {
  static constexpr backoff_plan plan{
      .model = backoff_model::exponential, .initial = Base, .cap = Cap, .multiplier = Multiplier};
};

}  // namespace pawl
