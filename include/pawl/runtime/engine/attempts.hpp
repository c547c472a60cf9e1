// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <condition_variable>

#include <pawl/runtime/engine/worker_pool.hpp>

namespace pawl::runtime {

/// The attempts of one engine: all that it holds, and those whose news the dispatcher has not seen.
///
/// The dispatcher adds and forgets; workers, and the lease keeper for handlers that do not stop,
/// say which were entered and which are over; any thread may look.
class attempts {
 public:
  /// False if nothing is taken any more: the engine stops.
  bool add(const shared_attempt& run) {
    const std::scoped_lock lock(mutex_);
    if (closed_) return false;
    run->place_ = all_.size();
    all_.push_back(run);
    return true;
  }
  /// The store knows of the end of an attempt, or will not hear of it.
  void forget(const attempt& run) {
    const std::scoped_lock lock(mutex_);
    const std::size_t place = run.place_;
    if (place >= all_.size() || all_[place].get() != &run) return;
    all_[place] = std::move(all_.back());
    all_[place]->place_ = place;
    all_.pop_back();
    if (closed_ && all_.empty()) changed_.notify_all();
  }
  [[nodiscard]] std::vector<shared_attempt> all() const {
    const std::scoped_lock lock(mutex_);
    return all_;
  }
  [[nodiscard]] bool empty() const {
    const std::scoped_lock lock(mutex_);
    return all_.empty();
  }

  /// A worker has entered an attempt of whose start the store has not heard.
  void note_entered(shared_attempt run) {
    const std::scoped_lock lock(mutex_);
    entered_.push_back(std::move(run));
  }
  void note_over(shared_attempt run) {
    const std::scoped_lock lock(mutex_);
    over_.push_back(std::move(run));
  }
  /// For the dispatcher: what was entered, and what is over, since it last asked. Appended.
  void take_news(std::vector<shared_attempt>& entered, std::vector<shared_attempt>& over) {
    const std::scoped_lock lock(mutex_);
    move_all(entered_, entered);
    move_all(over_, over);
  }

  /// Nothing is added from now on.
  void close() {
    const std::scoped_lock lock(mutex_);
    closed_ = true;
  }
  /// Waits until all are forgotten, at most for so long, and not after `give_up`.
  void wait_until_none(milliseconds longest) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, longest, [&] { return gave_up_ || all_.empty(); });
  }
  void give_up() {
    const std::scoped_lock lock(mutex_);
    gave_up_ = true;
    changed_.notify_all();
  }
  /// The engine goes; attempts that no thread runs go with it.
  void clear() {
    const std::scoped_lock lock(mutex_);
    all_.clear();
    entered_.clear();
    over_.clear();
  }

 private:
  static void move_all(std::vector<shared_attempt>& from, std::vector<shared_attempt>& to) {
    if (to.empty()) {
      to.swap(from);
      return;
    }
    std::move(from.begin(), from.end(), std::back_inserter(to));
    from.clear();
  }

  mutable std::mutex mutex_;  ///< for all that follows
  std::condition_variable changed_;
  std::vector<shared_attempt> all_;
  std::vector<shared_attempt> entered_;
  std::vector<shared_attempt> over_;
  bool closed_ = false;
  bool gave_up_ = false;
};

}  // namespace pawl::runtime
