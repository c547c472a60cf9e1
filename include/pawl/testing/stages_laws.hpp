// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/policies/detail/spoken.hpp>
#include <pawl/policies/stages/progress.hpp>

namespace pawl::testing {

/// The least list of stages: one that covers everything.
struct stages_archetype {
  static constexpr pawl::axis axis = pawl::axis::stages;
  static constexpr std::size_t count = 1;
  static constexpr const char* name(std::size_t) { return "working"; }
  static constexpr int min(std::size_t) { return 0; }
  static constexpr int max(std::size_t) { return 100; }
};

namespace detail {

/// The laws of one step, from one progress to the next.
template <stages_policy S>
constexpr text broken_step(const progress_of<S>& before, const progress_of<S>& after) {
  if (after.percent() < before.percent()) return "progress never decreases";
  if (after.percent() < 0 || after.percent() > 100) return "progress lies between 0 and 100";
  if (after.stage_index() < S::count && after.percent() < S::min(after.stage_index()))
    return "progress is at least the minimum of the present stage";
  return {};
}

/// Everything a handler may do next, and whether it keeps the laws.
template <stages_policy S>
constexpr text broken_next(const progress_of<S>& from) {
  for (std::size_t i = 0; i <= S::count; ++i) {
    progress_of<S> entered = from;
    entered.enter(i);
    if (const text law = broken_step(from, entered); !law.empty()) return law;
    if (i == S::count && !(entered == from)) return "a stage that does not exist is not entered";
  }
  constexpr int reports[] = {-2'000'000'000, -1, 0, 1, 50, 99, 100, 101, 2'000'000'000};
  for (const int percent : reports) {
    progress_of<S> reported = from;
    reported.report(percent);
    if (const text law = broken_step(from, reported); !law.empty()) return law;
    const std::size_t stage = reported.stage_index();
    const int max = stage < S::count ? S::max(stage) : 100;
    if (reported.percent() > max && reported.percent() > from.percent())
      return "a report does not lead beyond the stage";
    if (percent >= 100 && reported.percent() < max) return "a whole stage leads to its maximum";
    if (!(progress_of<S>(reported.percent(), reported.stage()) == reported))
      return "stored progress is restored";
  }
  progress_of<S> done = from;
  done.succeed();
  if (done.percent() != 100) return "success is 100";
  return broken_step(from, done);
}

}  // namespace detail

/// The laws of a list of stages and of the progress through it, as the first that it breaks; empty
/// if it keeps them all.
template <stages_policy S>
[[nodiscard]] constexpr text broken_stages_law() {
  for (std::size_t i = 0; i < S::count; ++i) {
    if (!pawl::detail::is_identifier(text(S::name(i)))) return "a stage is named by an identifier";
    if (find_stage<S>(text(S::name(i))) != i) return "each stage has its own name";
    if (S::min(i) >= S::max(i)) return "a stage covers something";
    if (S::min(i) != (i == 0 ? 0 : S::max(i - 1))) return "a stage begins where the last one ended";
  }
  if (S::count > 0 && S::max(S::count - 1) != 100) return "the last stage ends at 100";

  progress_of<S> fresh;
  if (fresh.percent() != 0 || !fresh.stage().empty()) return "a job begins at 0, in no stage";
  if (const text law = detail::broken_next(fresh); !law.empty()) return law;
  // Forwards, and each stage again from the far end, as after a retry.
  for (std::size_t i = 0; i < S::count; ++i) {
    progress_of<S> there = fresh;
    there.enter(i);
    if (there.percent() != S::min(i)) return "entering a stage lifts progress to its minimum";
    there.report(50);
    if (const text law = detail::broken_next(there); !law.empty()) return law;
    for (std::size_t again = 0; again < i; ++again) {
      progress_of<S> back = there;
      back.enter(again);
      if (back.percent() != there.percent()) return "an earlier stage lowers nothing";
      if (const text law = detail::broken_next(back); !law.empty()) return law;
    }
  }
  return {};
}

}  // namespace pawl::testing
