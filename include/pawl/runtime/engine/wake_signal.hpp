// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <utility>

namespace pawl::runtime {

/// Why the dispatcher has something to do.
struct wake_reasons {
  bool work = false;   ///< the store is worth asking
  bool ended = false;  ///< an attempt is over, or a worker has entered one
  bool enrol = false;  ///< the store has forgotten this owner
};

/// What the dispatcher sleeps on. Workers, the listener and the lease keeper call; the dispatcher
/// alone waits.
///
/// What can wait a little is called `soon`: jobs that end within a few milliseconds of each other
/// are told to the store together, and the dispatcher is not woken for each of them.
class wake_signal {
 public:
  using clock = std::chrono::steady_clock;
  /// How long `soon` is, at most. The store hears of a start no later than this, and the time of
  /// one commit, after the handler was entered.
  static constexpr std::chrono::milliseconds soon{5};

  void now(wake_reasons why) {
    {
      const std::scoped_lock lock(mutex_);
      add(why);
      at_ = clock::time_point::min();
    }
    wakes_.notify_one();
  }
  void in_a_moment(wake_reasons why) {
    const auto then = clock::now() + soon;
    {
      const std::scoped_lock lock(mutex_);
      add(why);
      if (at_ <= then) return;  // it is awake by then
      at_ = then;
    }
    wakes_.notify_one();
  }
  /// Sleeps until it is called, at most until then.
  void wait_until(clock::time_point then) {
    std::unique_lock lock(mutex_);
    at_ = std::min(at_, then);
    while (clock::now() < at_) {
      const clock::time_point alarm = at_;
      wakes_.wait_until(lock, alarm);
    }
    at_ = clock::time_point::max();
  }
  [[nodiscard]] wake_reasons take() {
    const std::scoped_lock lock(mutex_);
    return std::exchange(why_, {});
  }

 private:
  void add(wake_reasons why) {
    why_.work |= why.work;
    why_.ended |= why.ended;
    why_.enrol |= why.enrol;
  }

  std::mutex mutex_;  ///< for all that follows
  std::condition_variable wakes_;
  wake_reasons why_{};
  clock::time_point at_ = clock::time_point::max();  ///< when the dispatcher should be awake
};

}  // namespace pawl::runtime
