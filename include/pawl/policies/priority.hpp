// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/refusal.hpp>  // first, for g++ names the files on the way to a sentence

#include <pawl/policies/detail/parts.hpp>
#include <pawl/policies/detail/spoken.hpp>
#include <pawl/policies/units.hpp>

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

enum class priority_part : unsigned char { levels, default_level, aging };

namespace detail {

/// So that a rank, and a number that is none, fit one byte wherever they are kept.
inline constexpr std::size_t most_levels = 255;

template <std::size_t Count>
struct too_many_levels {
  static constexpr void write(auto& out) {
    out << "pawl: priority has ";
    say_number(out, Count);
    out << " levels; list at most ";
    say_number(out, most_levels);
  }
};

/// Whether the names are identifiers, each its own. More of them than allowed are not compared: the
/// compiler would run out of steps before it said that they are too many.
template <fixed_string... Names>
consteval bool sound_level_names() {
  if constexpr (sizeof...(Names) <= most_levels)
    return sound_names<Names...>;
  else
    return true;
}

}  // namespace detail

/// The levels of a priority, the least urgent first; at most 255.
// clang-format off: clang shows the line of the parameters
template <fixed_string... Names> requires detail::takes<"pawl: levels takes the names of levels in quotes">
// clang-format on
struct levels : private detail::demand<(sizeof...(Names) <= detail::most_levels),
                                       detail::too_many_levels<sizeof...(Names)>>,
                private detail::demand<detail::sound_level_names<Names...>(),
                                       detail::names_sentence<"priority", "level", Names...>> {
  static constexpr auto part = priority_part::levels;
  static constexpr std::size_t count = sizeof...(Names);
  static constexpr text names[sizeof...(Names) + 1] = {Names.view()..., {}};
};

/// The level of a job that is submitted without one; without this part it is `normal`, or the least
/// urgent if there is no such level.
// clang-format off: clang shows the line of the parameters
template <fixed_string Name> requires detail::takes<"pawl: default_level takes the name of a level in quotes">
// clang-format on
struct default_level {
  static constexpr auto part = priority_part::default_level;
  static constexpr text name = Name;
};

/// How long a job waits to make up for one rank.
// clang-format off: clang shows the line of the parameters
template <detail::given_time Step> requires detail::takes<"pawl: aging takes a length of time such as 10_min">
// clang-format on
struct aging : private detail::sound_duration<"aging", Step> {
  static constexpr auto part = priority_part::aging;
  static constexpr duration_ms step = detail::duration_of<Step>;
};

namespace detail {

struct no_default_level {
  static constexpr text name = "normal";
};

template <class Levels, fixed_string Name>
struct unknown_level {
  static constexpr void write(auto& out) {
    out << "pawl: priority level " << Name << " is not declared; the levels are ";
    say_list(out, Levels::names, Levels::count);
  }
};

template <class Levels, class Default>
struct default_level_sentence {
  static constexpr void write(auto& out) {
    out << "pawl: default_level " << Default::name << " is not declared; the levels are ";
    say_list(out, Levels::names, Levels::count);
  }
};

template <class Levels, class Default>
inline constexpr std::size_t level_rank = place_of(Default::name, Levels::names, Levels::count);

struct no_levels_sentence {
  static constexpr void write(auto& out) {
    out << "pawl: levels<> has no level; list at least one, or leave it out";
  }
};

}  // namespace detail

/// Named levels of urgency that do not starve each other: each rank is worth one aging step of
/// waiting. By default low, normal, high and urgent, ten minutes apart.
// clang-format off: clang shows the line of the parameters
template <class... Parts> requires detail::takes<"pawl: priority takes parts such as levels<...>">
// clang-format on
struct priority : private detail::known_parts<"priority", priority_part, Parts...> {
 private:
  using levels_part = detail::chosen_part<priority_part::levels,
                                          levels<"low", "normal", "high", "urgent">, Parts...>;
  using default_part =
      detail::chosen_part<priority_part::default_level, detail::no_default_level, Parts...>;
  static constexpr std::size_t found = detail::level_rank<levels_part, default_part>;

  static_assert(sizeof(detail::demand<(levels_part::count > 0), detail::no_levels_sentence>) == 1);
  static_assert(sizeof(detail::demand<(found < levels_part::count || levels_part::count == 0 ||
                                       !detail::has_part<priority_part::default_level, Parts...>),
                                      detail::default_level_sentence<levels_part, default_part>>) ==
                1);

 public:
  static constexpr pawl::axis axis = pawl::axis::priority;
  static constexpr std::size_t count = levels_part::count;
  static constexpr std::size_t default_rank = found < count ? found : 0;
  static constexpr duration_ms aging_step =
      detail::chosen_part<priority_part::aging, aging<duration_ms{600'000}>, Parts...>::step;

  [[nodiscard]] static constexpr text name(std::size_t rank) { return levels_part::names[rank]; }

  /// The rank of a declared level; any other name does not compile.
  template <fixed_string Name>
  static constexpr std::size_t rank_of = [] {
    constexpr std::size_t rank = detail::place_of(Name, levels_part::names, levels_part::count);
    static_cast<void>(
        sizeof(detail::demand < rank != count, detail::unknown_level < levels_part, Name >>));
    return rank;
  }();
};

using default_priority = priority<>;
/// The two classes of the slide-deck service.
using deck_priority = priority<levels<"normal", "high">>;

}  // namespace pawl
