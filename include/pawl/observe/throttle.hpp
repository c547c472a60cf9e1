// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <utility>

#include <pawl/detail/durations.hpp>
#include <pawl/detail/light_vector.hpp>
#include <pawl/observe/log_entry.hpp>

namespace pawl::observe {

/// Lets an event through at most once in an interval, and counts what it held back: for what
/// happens again in every round of a loop, such as a full disk.
///
/// Only the time that the caller passes counts; it should be one that is never set. Any number of
/// threads may ask.
///
///     if (const auto held_back = often.admit(event<"store_failed">, clock.boot()))
///       sink({.event = event<"store_failed">, .fields = {{"suppressed", *held_back}}});
class log_throttle {
 public:
  using milliseconds = std::chrono::milliseconds;

  explicit log_throttle(milliseconds interval = milliseconds{30'000}) : interval_(interval) {}

  /// Nothing if the event is not to be logged now; else how many of it were not since the last one
  /// that was.
  std::optional<std::uint64_t> admit(log_event what, milliseconds now) {
    const std::scoped_lock lock(mutex_);
    record* found = nullptr;
    for (record& each : seen_)
      if (each.what == what) found = &each;
    if (found == nullptr) {
      seen_.push_back({what, now, 0});
      return 0;
    }
    record& last = *found;
    // A time before the last one says nothing about how long ago that was: the interval begins
    // again, so there are neither too many lines nor a long silence.
    if (now < last.at) last.at = now;
    if (now - last.at < interval_) {
      ++last.held_back;
      return {};
    }
    last.at = now;
    return std::exchange(last.held_back, 0);
  }

 private:
  struct record {
    log_event what;
    milliseconds at;
    std::uint64_t held_back;
  };

  milliseconds interval_;
  std::mutex mutex_;
  // The names are constants of the program: there are only so many, and they stay.
  pawl::detail::light_vector<record> seen_;
};

}  // namespace pawl::observe
