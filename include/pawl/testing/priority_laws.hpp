// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/policies/detail/spoken.hpp>
#include <pawl/policies/priority.hpp>

namespace pawl::testing {

/// The least priority: one level.
struct priority_archetype {
  static constexpr pawl::axis axis = pawl::axis::priority;
  static constexpr std::size_t count = 1;
  static constexpr const char* name(std::size_t) { return "only"; }
  static constexpr std::size_t default_rank = 0;
  static constexpr duration_ms aging_step{1};
};

/// The laws of a priority, as the first that it breaks; empty if it keeps them all.
template <priority_policy P>
[[nodiscard]] constexpr text broken_priority_law() {
  if (P::count == 0) return "there is a level";
  for (std::size_t rank = 0; rank < P::count; ++rank) {
    if (!pawl::detail::is_identifier(text(P::name(rank)))) return "a level is an identifier";
    if (find_level<P>(text(P::name(rank))) != rank) return "each level has its own name";
  }
  if (P::default_rank >= P::count) return "the default is one of the levels";
  const std::int64_t step = P::aging_step.count;
  if (step <= 0) return "waiting counts";
  const duration_ms now{1'700'000'000'000};
  for (std::size_t rank = 0; rank < P::count; ++rank) {
    const std::int64_t key = sort_key<P>(now, rank);
    if (key >= sort_key<P>({now.count + 1}, rank)) return "of one level, who came first goes first";
    for (std::size_t higher = rank + 1; higher < P::count; ++higher) {
      if (sort_key<P>(now, higher) >= key)
        return "of two that come together, the urgent goes first";
      const std::int64_t worth = static_cast<std::int64_t>(higher - rank) * step;
      if (sort_key<P>({now.count + worth - 1}, higher) >= key)
        return "a rank is worth its aging step";
      if (sort_key<P>({now.count + worth + 1}, higher) <= key)
        return "nobody waits longer than the ranks between them are worth";
    }
  }
  return {};
}

}  // namespace pawl::testing
