// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/parts.hpp>
#include <pawl/duration.hpp>

namespace pawl {

namespace detail {

template <class P>
concept has_level_count = says<decltype(P::count), std::size_t>;
template <class P>
concept has_level_name = requires(std::size_t rank) { text(P::name(rank)); };
template <class P>
concept has_default_rank = says<decltype(P::default_rank), std::size_t>;
template <class P>
concept has_aging_step = says<decltype(P::aging_step), duration_ms>;

}  // namespace detail

/// Which of two waiting jobs goes first.
///
/// **Requirements.** `count` levels, at least one; the least urgent has rank 0. `name(rank)` is an
/// identifier, each used once; `default_rank` is below `count`. `aging_step`, longer than zero, is
/// the waiting time that makes up for one rank.
/// **Called when.** `sort_key` once, when a job becomes ready; the key never changes while it
/// waits.
/// **Failure.** A list that is no list of levels, or a level that is not declared, does not
/// compile.
/// **Thread safety.** Constants.
/// **Example.** `priority<levels<"normal", "high">, aging<5_min>>`.
template <class P>
concept priority_policy =
    detail::on_axis<P, axis::priority> && detail::has_level_count<P> && detail::has_level_name<P> &&
    detail::has_default_rank<P> && detail::has_aging_step<P>;

/// The rank of a level, or `count` if there is none of that name.
template <priority_policy P>
[[nodiscard]] constexpr std::size_t find_level(text name) {
  std::size_t rank = 0;
  while (rank < P::count && !(text(P::name(rank)) == name)) ++rank;
  return rank;
}

/// What waiting jobs are sorted by, in milliseconds; the smallest goes first.
///
/// Each rank is worth one aging step of waiting. All keys age alike, so two waiting jobs never
/// change places, and a job waits at most rank difference times step for one that came after it.
[[nodiscard]] constexpr std::int64_t sort_key(duration_ms ready_at, std::size_t rank,
                                              duration_ms aging_step) {
  return ready_at.count - static_cast<std::int64_t>(rank) * aging_step.count;
}
template <priority_policy P>
[[nodiscard]] constexpr std::int64_t sort_key(duration_ms ready_at, std::size_t rank) {
  return sort_key(ready_at, rank, P::aging_step);
}

}  // namespace pawl
