// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/policies/stages/policy.hpp>

namespace pawl {

namespace detail {

/// A percentage and a stage of some list, which the caller brings: the same for all jobs, compiled
/// once. Two bytes; what is out of range is clamped.
class stage_progress {
 public:
  [[nodiscard]] constexpr int percent() const { return percent_; }
  [[nodiscard]] constexpr std::size_t stage() const { return stage_; }

  constexpr void enter(slice<stage_range> stages, std::size_t index) {
    if (index >= stages.count) return;
    stage_ = static_cast<unsigned char>(index);
    lift(stages[index].min);
  }
  constexpr void report(slice<stage_range> stages, int percent_of_stage) {
    const int done = clamped(percent_of_stage);
    if (stage_ >= stages.count) enter(stages, 0);
    const stage_range here = stages.empty() ? stage_range{{}, 0, 100} : stages[stage_];
    lift(here.min + (here.max - here.min) * done / 100);
  }
  constexpr void lift(int percent) {
    if (percent > percent_) percent_ = clamped(percent);
  }

  friend constexpr bool operator==(const stage_progress&, const stage_progress&) = default;

 private:
  static constexpr unsigned char clamped(int percent) {
    if (percent < 0) return 0;
    return static_cast<unsigned char>(percent < 100 ? percent : 100);
  }

  unsigned char percent_ = 0;
  unsigned char stage_ = 0xff;
};

}  // namespace detail

/// How far a job has come: a percentage that never decreases, and the stage it is in.
///
/// Entering a stage lifts the percentage to the stage's minimum; a report moves it inside the
/// stage. A failed or cancelled job keeps its last value. Entering an earlier stage again, after a
/// retry, shows that stage and lowers nothing. Two bytes; what is out of range is clamped.
template <stages_policy Stages>
class progress_of {
 public:
  constexpr progress_of() = default;

  /// Goes on from a stored percentage and stage. A stage that is no longer declared is none.
  constexpr progress_of(int percent, text stage) {
    progress_.lift(percent);
    enter(find_stage<Stages>(stage));
  }

  [[nodiscard]] constexpr int percent() const { return progress_.percent(); }
  /// The name of the present stage; empty before the first.
  [[nodiscard]] constexpr text stage() const {
    return progress_.stage() < Stages::count ? text(Stages::name(progress_.stage())) : text{};
  }
  /// The index of the present stage; `Stages::count` before the first.
  [[nodiscard]] constexpr std::size_t stage_index() const {
    return progress_.stage() < Stages::count ? progress_.stage() : Stages::count;
  }

  template <fixed_string Name>
    requires has_stage<Stages, Name>
  constexpr void enter() {
    enter(find_stage<Stages>(Name));
  }
  template <fixed_string Name, class Because = detail::because_if<
                                   !has_stage<Stages, Name>, detail::unknown_stage<Stages, Name>>>
    requires(!has_stage<Stages, Name>)
  void enter() = PAWL_DELETE("pawl: the stage is not declared");

  /// Enters a stage by its index; an index that is none changes nothing.
  constexpr void enter(std::size_t index) { progress_.enter(all, index); }

  /// How much of the present stage is done, in percent of the stage. Before the first stage it is
  /// entered; without stages it is the job's own percentage.
  constexpr void report(int percent_of_stage) { progress_.report(all, percent_of_stage); }

  /// A job that succeeded is at 100, whatever was reported.
  constexpr void succeed() { progress_.lift(100); }

  friend constexpr bool operator==(const progress_of&, const progress_of&) = default;

 private:
  static_assert(Stages::count < 0xff);
  static constexpr slice<detail::stage_range> all = detail::stage_table<Stages>::all;

  detail::stage_progress progress_{};
};

}  // namespace pawl
