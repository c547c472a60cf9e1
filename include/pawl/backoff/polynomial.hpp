// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/backoff/checks.hpp>
#include <pawl/backoff/policy.hpp>

namespace pawl {

namespace detail {

template <unsigned Degree>
struct rule_degree {
  static constexpr bool holds = Degree >= 1 && Degree <= 16;
  static constexpr void write(auto& out) {
    out << "pawl: polynomial has degree ";
    say_number(out, Degree);
    out << "; use 1 to 16";
  }
};

}  // namespace detail

/// The n-th retry waits `Base` · n^`Degree`, up to a cap: `polynomial<1_s, 2, 1_h>` waits 1 s, 4 s,
/// 9 s, 16 s, … It grows more gently than an exponential one, and later.
template <duration_ms Base, unsigned Degree, duration_ms Cap>
struct polynomial
    : detail::all_of<detail::rule_positive_delay<"polynomial", Base>,
                     detail::rule_cap<"polynomial", Base, Cap>, detail::rule_degree<Degree>> {
  static constexpr backoff_plan plan{
      .model = backoff_model::polynomial, .initial = Base, .cap = Cap, .degree = Degree};
};

}  // namespace pawl
