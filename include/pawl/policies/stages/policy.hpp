// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/sequence.hpp>
#include <pawl/detail/slice.hpp>
#include <pawl/policies/detail/parts.hpp>

namespace pawl {

namespace detail {

template <class P>
concept has_stage_count = says<decltype(P::count), std::size_t>;
template <class P>
concept has_stage_name = requires(std::size_t i) { text(P::name(i)); };
template <class P>
concept has_stage_min = requires(std::size_t i) { requires __is_same(decltype(P::min(i)), int); };
template <class P>
concept has_stage_max = requires(std::size_t i) { requires __is_same(decltype(P::max(i)), int); };

}  // namespace detail

/// Divides a job's progress into named stages.
///
/// **Requirements.** `count` stages; for each `i` below it `name(i)`, `min(i)` and `max(i)`. The
/// ranges follow each other without gap or overlap from 0 to 100; the names are identifiers, each
/// used once. All are static and constexpr. `count` may be 0: progress without stages.
/// **Called when.** By the compiler, where a handler enters a stage; at run time when progress is
/// reported.
/// **Failure.** A flawed list, or a stage that is not declared, does not compile.
/// **Thread safety.** Constants.
/// **Example.** `stages<stage<"fetching", 0, 20>, stage<"printing", 20, 100>>`, `no_stages`.
template <class P>
concept stages_policy =
    detail::on_axis<P, axis::stages> && detail::has_stage_count<P> && detail::has_stage_name<P> &&
    detail::has_stage_min<P> && detail::has_stage_max<P>;

namespace detail {

struct stage_range {
  text name;
  int min;
  int max;
};

constexpr std::size_t find_stage(slice<stage_range> stages, text name) {
  std::size_t i = 0;
  while (i < stages.count && !(stages[i].name == name)) ++i;
  return i;
}

/// The stages of a policy as values, so that what is done with them is no template.
template <class S, class = make_indices<S::count>>
struct stage_table;
template <class S, std::size_t... Index>
struct stage_table<S, indices<Index...>> {
  static constexpr stage_range ranges[] = {{text(S::name(Index)), S::min(Index), S::max(Index)}...,
                                           {}};
  static constexpr slice<stage_range> all{ranges, S::count};
};

}  // namespace detail

/// The index of a stage, or `count` if there is none of that name.
template <stages_policy S>
[[nodiscard]] constexpr std::size_t find_stage(text name) {
  return detail::find_stage(detail::stage_table<S>::all, name);
}

template <class S, fixed_string Name>
concept has_stage = stages_policy<S> && find_stage<S>(Name) < S::count;

namespace detail {

template <class S, fixed_string Name>
struct unknown_stage {
  static constexpr void write(auto& out) {
    out << "pawl: stage " << Name << " is not declared; ";
    if (S::count == 0) {
      out << "the job has no stages";
      return;
    }
    out << "the stages are ";
    for (std::size_t i = 0; i < S::count; ++i) {
      if (i != 0) out << ", ";
      out << text(S::name(i));
    }
  }
};

/// The index of a declared stage; any other name does not compile.
template <stages_policy S, fixed_string Name>
inline constexpr std::size_t declared_stage = [] {
  static_cast<void>(sizeof(demand<has_stage<S, Name>, unknown_stage<S, Name>>));
  return find_stage<S>(Name);
}();

}  // namespace detail
}  // namespace pawl
