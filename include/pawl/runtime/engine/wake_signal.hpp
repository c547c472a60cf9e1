// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <utility>

#include <pawl/detail/algorithm.hpp>
#include <pawl/detail/durations.hpp>

namespace pawl::runtime {

using pawl::detail::least;

/// Why the dispatcher has something to do.
struct wake_reasons {
  bool work = false;   ///< the store is worth asking
  bool heard = false;  ///< because the listener has taken an announcement
  bool enrol = false;  ///< the store has forgotten this owner
};

/// What the dispatcher sleeps on. Workers, the listener and the lease keeper call; the dispatcher
/// alone waits.
///
/// What can wait a little is called `soon`: jobs that end within a few milliseconds of each other
/// are told to the store together, and the dispatcher is not woken for each of them. It needs no
/// reason: the caller has noted before what there is to do.
class wake_signal {
 public:
  using clock = std::chrono::steady_clock;
  /// How long `soon` is, at most.
  static constexpr std::chrono::milliseconds soon{5};
  /// The store hears of a start no later than this, and the time of one commit, after the handler
  /// was entered. Long enough that most handlers have ended by then: one write tells of both.
  static constexpr std::chrono::milliseconds start_told_within{15};

  void now(wake_reasons why) {
    {
      const std::scoped_lock lock(mutex_);
      add(why);
      at_ = clock::time_point::min();
    }
    wakes_.notify_one();
  }
  void in_a_moment(std::chrono::milliseconds within = soon) {
    // It is awake by then. What the caller has noted before it looks here, the dispatcher sees when
    // it takes the news, which it does after it has forgotten that it was called; all of these are
    // in one order.
    if (called_within_.load() <= within) return;
    {
      const std::scoped_lock lock(mutex_);
      if (called_within_.load() <= within) return;
      called_within_ = within;
      const auto then = clock::now() + within;
      if (at_ <= then) return;
      at_ = then;
    }
    wakes_.notify_one();
  }
  /// Sleeps until it is called, at most until then.
  void wait_until(clock::time_point then) {
    std::unique_lock lock(mutex_);
    at_ = least(at_, then);
    // If it is awake that soon anyway, a worker that enters a handler need not wake it to say so.
    if (at_ <= clock::now() + start_told_within)
      called_within_ = least(called_within_.load(), start_told_within);
    while (clock::now() < at_) {
      const clock::time_point alarm = at_;
      wakes_.wait_until(lock, alarm);
    }
    at_ = clock::time_point::max();
    called_within_ = std::chrono::milliseconds::max();
  }
  [[nodiscard]] wake_reasons take() {
    const std::scoped_lock lock(mutex_);
    return std::exchange(why_, {});
  }

 private:
  void add(wake_reasons why) {
    why_.work |= why.work;
    why_.heard |= why.heard;
    why_.enrol |= why.enrol;
  }

  std::mutex mutex_;  ///< for all that follows
  std::condition_variable wakes_;
  wake_reasons why_{};
  clock::time_point at_ = clock::time_point::max();  ///< when the dispatcher should be awake
  /// Since it was last awake: it was asked to be so again within that time.
  /// Written under the lock.
  std::atomic<std::chrono::milliseconds> called_within_{std::chrono::milliseconds::max()};
};

}  // namespace pawl::runtime
