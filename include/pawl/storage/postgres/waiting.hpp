// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <atomic>
#include <thread>

#include <pawl/detail/durations.hpp>
#include <pawl/job/id_source.hpp>

namespace pawl::storage::detail {

/// Until when what is asked of the server is waited for.
class pg_deadline {
 public:
  using clock = std::chrono::steady_clock;
  using milliseconds = std::chrono::milliseconds;

  /// `latest`, if there is one, is when an engine that stops wants to be done with everything; it
  /// may change while something waits.
  pg_deadline(milliseconds whole, const std::atomic<clock::time_point>* latest)
      : whole_(whole), latest_(latest) {}

  void allow(milliseconds whole) {
    whole_ = whole;
    begin();
  }
  /// An operation begins, or several in a row that share its time.
  void begin() {
    began_ = clock::now();
    begin_round();
  }
  /// So does one wait for the server. One that takes more than half of all the time counts as lost:
  /// the other half is for a new connection, on which it is asked what has become of it.
  void begin_round() { round_ = clock::now(); }

  [[nodiscard]] milliseconds whole() const { return whole_; }
  [[nodiscard]] milliseconds of_a_round() const { return whole_ / 2; }
  [[nodiscard]] clock::time_point until() const {
    return std::min(began_ + whole_, std::max(latest(), began_ + last_chance));
  }
  [[nodiscard]] bool is_over() const { return clock::now() >= until(); }
  /// What is left of a wait, and no more than a moment: `latest` may change.
  [[nodiscard]] milliseconds next_wait() const {
    const clock::time_point end = std::min(until(), round_ + of_a_round());
    return std::clamp(std::chrono::ceil<milliseconds>(end - clock::now()), milliseconds{0}, moment);
  }
  /// Whether one more wait for the server may take as long as any may.
  [[nodiscard]] bool has_time_for_a_round() const { return clock::now() + of_a_round() < until(); }
  /// An engine that has stopped waiting wants no new connection.
  [[nodiscard]] bool is_too_late_to_connect() const { return clock::now() >= latest(); }

 private:
  static constexpr milliseconds moment{50};
  /// What an engine that stops has still to say it says to a server that answers at once.
  static constexpr milliseconds last_chance{250};

  [[nodiscard]] clock::time_point latest() const {
    return latest_ == nullptr ? clock::time_point::max() : latest_->load();
  }

  milliseconds whole_;
  const std::atomic<clock::time_point>* latest_;
  clock::time_point began_ = clock::now();
  clock::time_point round_ = began_;
};

/// Pauses between tries that double, each cut by chance: processes that were refused together do
/// not come back together.
class pg_backoff {
 public:
  using milliseconds = std::chrono::milliseconds;

  pg_backoff(milliseconds first, milliseconds longest) : next_(first), longest_(longest) {}

  /// Sleeps before the next try. False if the time is over, or would be.
  bool pause(const pg_deadline& within) {
    const auto whole = static_cast<std::uint64_t>(next_.count()) + 1;
    const auto until =
        pg_deadline::clock::now() + milliseconds{whole / 2 + chance_.next() % (whole - whole / 2)};
    next_ = std::min(next_ * 2, longest_);
    while (pg_deadline::clock::now() < until) {
      if (until >= within.until()) return false;
      std::this_thread::sleep_until(std::min(until, pg_deadline::clock::now() + milliseconds{50}));
    }
    return !within.is_over();
  }

 private:
  milliseconds next_;
  milliseconds longest_;
  pawl::detail::random_bytes chance_{};
};

}  // namespace pawl::storage::detail
