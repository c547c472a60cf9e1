// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/backoff/plan.hpp>
#include <pawl/detail/rules.hpp>

namespace pawl::detail {

/// A delay of nothing is said by name, and a negative one is a slip.
template <fixed_string Model, duration_ms Delay>
struct rule_positive_delay {
  static constexpr bool holds = Delay.count > 0;
  static constexpr void write(auto& out) {
    out << "pawl: " << Model.view() << " has a delay of ";
    say_duration(out, Delay);
    out << "; give it one above 0 ms, or use no_delay";
  }
};

template <fixed_string Model, duration_ms Delay, duration_ms Cap>
struct rule_cap {
  static constexpr bool holds = Delay <= Cap;
  static constexpr void write(auto& out) {
    out << "pawl: " << Model.view() << " begins with ";
    say_duration(out, Delay);
    out << ", above its cap of ";
    say_duration(out, Cap);
    out << "; raise the cap";
  }
};

}  // namespace pawl::detail
