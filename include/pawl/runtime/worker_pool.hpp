// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <thread>

namespace pawl::runtime {

/// Threads that run handlers, and slots: whoever claims a job to begin it at once has reserved the
/// slot that it will run in.
///
/// A handler that does not come back cannot be ended. Its thread is given up and replaced, and the
/// pool's own memory lives for as long as such a thread does.
class worker_pool {
 public:
  /// Returns false if it was replaced meanwhile, which ends the worker. Does not throw.
  using work = std::function<bool()>;

  explicit worker_pool(unsigned slots) : shared_(std::make_shared<shared>()), slots_(slots) {}
  worker_pool(const worker_pool&) = delete;
  worker_pool& operator=(const worker_pool&) = delete;
  ~worker_pool() { stop(); }

  void start() {
    for (unsigned i = 0; i < slots_; ++i) add_worker();
  }

  [[nodiscard]] unsigned slots() const { return slots_; }
  /// Slots that are taken.
  [[nodiscard]] std::size_t busy() const {
    const std::scoped_lock lock(shared_->mutex);
    return shared_->taken;
  }
  /// Whether a slot is free, of so many beyond those that have a thread.
  [[nodiscard]] bool has_room(std::size_t ahead) const { return busy() < slots_ + ahead; }

  /// Takes up to so many free slots; as many as were taken. Whoever knows that handlers come back
  /// sooner than it could bring more may take slots ahead of them.
  std::size_t reserve(std::size_t most, std::size_t ahead = 0) {
    const std::scoped_lock lock(shared_->mutex);
    const std::size_t all = slots_ + ahead;
    const std::size_t free = all > shared_->taken ? all - shared_->taken : 0;
    const std::size_t taken = std::min(most, free);
    shared_->taken += taken;
    return taken;
  }
  void give_back(std::size_t slots) {
    const std::scoped_lock lock(shared_->mutex);
    shared_->taken -= slots;
  }

  /// Runs in a slot that was reserved; the work gives it back itself.
  void run(work job) {
    {
      const std::scoped_lock lock(shared_->mutex);
      shared_->queue.push_back(std::move(job));
    }
    shared_->wakes.notify_one();
  }
  /// Runs one that waits, on the caller's thread; false if there is none.
  bool run_one() {
    work next;
    {
      const std::scoped_lock lock(shared_->mutex);
      if (shared_->queue.empty()) return false;
      next = std::move(shared_->queue.front());
      shared_->queue.pop_front();
    }
    static_cast<void>(next());
    return true;
  }

  /// A worker is stuck: another one takes its place.
  void replace_one() {
    {
      const std::scoped_lock lock(shared_->mutex);
      if (shared_->workers.empty() || shared_->stopped) return;  // nobody has started threads
    }
    add_worker();
  }

  /// What has not begun is dropped. Waits a moment for those who come back; the others are left to
  /// themselves.
  void stop() {
    std::unique_lock lock(shared_->mutex);
    shared_->stopped = true;
    shared_->queue.clear();
    shared_->wakes.notify_all();
    shared_->ended.wait_for(lock, std::chrono::milliseconds{200}, [&] {
      return std::all_of(shared_->workers.begin(), shared_->workers.end(),
                         [](const worker& each) { return each.finished; });
    });
    for (worker& each : shared_->workers) {
      if (!each.thread.joinable()) continue;
      if (!each.finished) {
        each.thread.detach();
        continue;
      }
      lock.unlock();
      each.thread.join();
      lock.lock();
    }
  }

 private:
  struct worker {
    std::thread thread;
    bool finished = false;
  };
  struct shared {
    std::mutex mutex;
    std::condition_variable wakes;
    std::condition_variable ended;
    std::deque<work> queue;
    std::size_t taken = 0;
    std::list<worker> workers;  ///< a worker that was given up still writes to its place
    bool stopped = false;
  };

  void add_worker() {
    const std::scoped_lock lock(shared_->mutex);
    worker& place = shared_->workers.emplace_back();
    place.thread = std::thread([all = shared_, &place] { serve(*all, place); });
  }
  static void serve(shared& all, worker& me) {
    bool wanted = true;
    while (wanted) {
      work next;
      {
        std::unique_lock lock(all.mutex);
        all.wakes.wait(lock, [&] { return all.stopped || !all.queue.empty(); });
        if (all.queue.empty()) break;
        next = std::move(all.queue.front());
        all.queue.pop_front();
      }
      wanted = next();
    }
    const std::scoped_lock lock(all.mutex);
    me.finished = true;
    all.ended.notify_all();
  }

  std::shared_ptr<shared> shared_;
  unsigned slots_;
};

}  // namespace pawl::runtime
