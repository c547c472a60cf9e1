// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/stages/policy.hpp>

namespace pawl {

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
  constexpr progress_of(int percent, text stage) : percent_(clamped(percent)) {
    if (const std::size_t found = find_stage<Stages>(stage); found < Stages::count) enter(found);
  }

  [[nodiscard]] constexpr int percent() const { return percent_; }
  /// The name of the present stage; empty before the first.
  [[nodiscard]] constexpr text stage() const {
    return stage_ < Stages::count ? text(Stages::name(stage_)) : text{};
  }
  /// The index of the present stage; `Stages::count` before the first.
  [[nodiscard]] constexpr std::size_t stage_index() const {
    return stage_ < Stages::count ? stage_ : Stages::count;
  }

  template <fixed_string Name>
    requires has_stage<Stages, Name>
  constexpr void enter() {
    enter(find_stage<Stages>(Name));
  }
  template <fixed_string Name, class Because = detail::because<detail::unknown_stage<Stages, Name>>>
    requires(!has_stage<Stages, Name>)
  void enter() = PAWL_DELETE("pawl: the stage is not declared");

  /// Enters a stage by its index; an index that is none changes nothing.
  constexpr void enter(std::size_t index) {
    if (index >= Stages::count) return;
    stage_ = static_cast<unsigned char>(index);
    lift(Stages::min(index));
  }

  /// How much of the present stage is done, in percent of the stage. Before the first stage it is
  /// entered; without stages it is the job's own percentage.
  constexpr void report(int percent_of_stage) {
    const int done = clamped(percent_of_stage);
    if constexpr (Stages::count == 0) {
      lift(done);
    } else {
      if (stage_ >= Stages::count) enter(0);
      const int min = Stages::min(stage_);
      lift(min + (Stages::max(stage_) - min) * done / 100);
    }
  }

  /// A job that succeeded is at 100, whatever was reported.
  constexpr void succeed() { percent_ = 100; }

  friend constexpr bool operator==(const progress_of&, const progress_of&) = default;

 private:
  static_assert(Stages::count < 0xff);

  static constexpr unsigned char clamped(int percent) {
    if (percent < 0) return 0;
    return static_cast<unsigned char>(percent < 100 ? percent : 100);
  }
  constexpr void lift(int percent) {
    if (percent > percent_) percent_ = clamped(percent);
  }

  unsigned char percent_ = 0;
  unsigned char stage_ = 0xff;
};

}  // namespace pawl
