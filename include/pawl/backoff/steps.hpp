// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/backoff/checks.hpp>
#include <pawl/backoff/policy.hpp>

namespace pawl {

namespace detail {

template <duration_ms... Delays>
struct rule_rising {
  static constexpr std::size_t count = sizeof...(Delays);
  static constexpr duration_ms delays[count] = {Delays...};
  static consteval std::size_t first_fall() {
    std::size_t i = 1;
    while (i < count && delays[i - 1] <= delays[i]) ++i;
    return i;
  }
  static constexpr bool holds = first_fall() == count;
  static constexpr void write(auto& out) {
    out << "pawl: steps fall from ";
    say_duration(out, delays[first_fall() - 1]);
    out << " to ";
    say_duration(out, delays[first_fall()]);
    out << "; list the delays in rising order";
  }
};

}  // namespace detail

/// The delays one by one; the last holds for all further retries: `steps<1_s, 30_s, 10_min>`.
///
/// It is also the example of a custom model: all it has is a curve.
template <duration_ms First, duration_ms... More>
struct steps : detail::all_of<detail::rule_positive_delay<"steps", First>,
                              detail::rule_rising<First, More...>> {
  [[nodiscard]] static constexpr duration_ms after(unsigned attempt) {
    constexpr duration_ms delays[] = {First, More...};
    constexpr unsigned last = sizeof...(More);
    return delays[attempt > last ? last : attempt - 1];
  }
  static constexpr backoff_plan plan{
      .model = backoff_model::custom, .initial = First, .cap = after(UINT32_MAX), .curve = &after};
};

}  // namespace pawl
