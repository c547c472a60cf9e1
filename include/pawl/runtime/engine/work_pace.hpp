// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/algorithm.hpp>
#include <pawl/detail/durations.hpp>

namespace pawl::runtime {

using std::chrono::milliseconds;

/// How long the recent jobs of a type, or of an engine, kept a worker. From it follows how many
/// jobs an engine holds ahead of its workers: only those that they will enter in a moment, because
/// a job that is held waits although a worker of another process may be idle.
///
/// All its members are for the dispatcher.
class work_pace {
 public:
  /// What is held ahead is to be entered within this time.
  static constexpr milliseconds horizon{10};
  /// What was not entered after this time goes back to the store. Twice the horizon, because times
  /// vary, and giving back costs a commit.
  static constexpr milliseconds patience{20};

  /// A job has ended that kept a worker for so long.
  void note(milliseconds took) {
    // A job of minutes says no more than one of this: no worker is free soon. So a few short ones
    // after it are enough to be known as such.
    constexpr milliseconds longest = 10 * horizon;
    const milliseconds counted = pawl::detail::within(took, milliseconds{0}, longest);
    const std::int64_t sample = std::chrono::microseconds(counted).count();
    mean_us_ = is_known_ ? mean_us_ + (sample - mean_us_) / weight : sample;
    is_known_ = true;
  }
  /// What was expected did not happen: nothing is known until another job has ended.
  void forget() { is_known_ = false; }

  /// Whether a worker that enters a job is likely to be free again within the horizon.
  [[nodiscard]] bool is_short() const {
    return is_known_ && mean_us_ <= std::chrono::microseconds(horizon).count();
  }
  /// How many jobs so many workers enter within the horizon, one after the other; none as long as
  /// nothing is known.
  [[nodiscard]] std::size_t jobs_of(std::size_t workers) const {
    if (!is_known_) return 0;
    // Times are whole milliseconds, and the mean of short ones is 0.
    const std::int64_t each = pawl::detail::greatest(mean_us_, std::int64_t{1});
    return workers * static_cast<std::size_t>(std::chrono::microseconds(horizon).count() / each);
  }

 private:
  static constexpr std::int64_t weight = 8;  ///< the mean follows the last few jobs

  std::int64_t mean_us_ = 0;
  bool is_known_ = false;
};

}  // namespace pawl::runtime
