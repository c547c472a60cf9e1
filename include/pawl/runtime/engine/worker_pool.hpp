// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <list>
#include <span>
#include <thread>

#include <pawl/runtime/engine/attempt.hpp>

namespace pawl::runtime {

using shared_attempt = std::shared_ptr<attempt>;

/// Threads that run handlers, and the queue of attempts that wait for one: those that have begun
/// first, then those that are held. Engines may share a pool.
///
/// A dispatcher that claims a job to begin it at once has reserved the worker that will enter it;
/// so no job is begun that waits behind another.
///
/// A handler that does not come back cannot be ended. Its thread is given up and replaced, and the
/// pool's own memory lives for as long as such a thread does.
class worker_pool {
 public:
  explicit worker_pool(unsigned workers) : shared_(std::make_shared<shared>()), size_(workers) {}
  worker_pool(const worker_pool&) = delete;
  worker_pool& operator=(const worker_pool&) = delete;
  ~worker_pool() { stop(); }

  void start() {
    for (unsigned i = 0; i < size_; ++i) add_worker();
  }

  /// Workers that run a handler.
  [[nodiscard]] std::size_t busy() const {
    const std::scoped_lock lock(shared_->mutex);
    return shared_->busy;
  }
  /// Whether a worker is free that no attempt waits for.
  [[nodiscard]] bool has_free_worker() const {
    const std::scoped_lock lock(shared_->mutex);
    return free_workers() != 0;
  }
  /// Reserves up to so many free workers; as many as there were.
  std::size_t reserve(std::size_t most) {
    const std::scoped_lock lock(shared_->mutex);
    const std::size_t taken = std::min(most, free_workers());
    shared_->reserved += taken;
    return taken;
  }
  void give_back(std::size_t workers) {
    const std::scoped_lock lock(shared_->mutex);
    shared_->reserved -= workers;
  }

  /// Attempts that wait for a worker. The first `begun` of them have each one reserved, and go
  /// before all that are held.
  void add(std::span<const shared_attempt> all, std::size_t begun) {
    if (all.empty()) return;
    {
      const std::scoped_lock lock(shared_->mutex);
      shared_->reserved -= begun;
      const auto first_held = all.begin() + static_cast<std::ptrdiff_t>(begun);
      shared_->begun.insert(shared_->begun.end(), all.begin(), first_held);
      shared_->held.insert(shared_->held.end(), first_held, all.end());
    }
    if (all.size() == 1)
      shared_->wakes.notify_one();
    else
      shared_->wakes.notify_all();
  }
  /// A coroutine that begins on a worker. It needs none reserved: it is soon done there.
  void add_first(shared_attempt run) {
    {
      const std::scoped_lock lock(shared_->mutex);
      shared_->begun.push_front(std::move(run));
    }
    shared_->wakes.notify_one();
  }
  /// Takes the attempts of one engine out of the queue.
  std::vector<shared_attempt> take_back(const attempt_host& of) {
    const std::scoped_lock lock(shared_->mutex);
    std::vector<shared_attempt> taken;
    for (std::deque<shared_attempt>* queue : {&shared_->begun, &shared_->held})
      std::erase_if(*queue, [&](shared_attempt& each) {
        if (each->host() != &of) return false;
        taken.push_back(std::move(each));
        return true;
      });
    return taken;
  }

  /// Runs one that waits, on the caller's thread; false if there is none.
  bool run_one() {
    shared_attempt next;
    {
      const std::scoped_lock lock(shared_->mutex);
      if (shared_->has_none()) return false;
      next = shared_->take();
    }
    static_cast<void>(next->run());
    const std::scoped_lock lock(shared_->mutex);
    --shared_->busy;
    return true;
  }

  /// The lease keeper has found a worker that is stuck: another one takes its place.
  void replace_one() {
    {
      const std::scoped_lock lock(shared_->mutex);
      if (shared_->workers.empty() || shared_->stopped) return;  // there are no threads
      --shared_->busy;
    }
    add_worker();
  }

  /// What has not been entered is dropped. Waits a moment for those that come back; the others are
  /// left to themselves.
  void stop() {
    std::unique_lock lock(shared_->mutex);
    shared_->stopped = true;
    shared_->begun.clear();
    shared_->held.clear();
    shared_->wakes.notify_all();
    shared_->ended.wait_for(lock, milliseconds{200}, [&] {
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
    std::mutex mutex;  ///< for all of it
    std::condition_variable wakes;
    std::condition_variable ended;
    std::deque<shared_attempt> begun;
    std::deque<shared_attempt> held;
    std::size_t busy = 0;
    std::size_t reserved = 0;
    std::list<worker> workers;  ///< a worker that was given up still writes to its place
    bool stopped = false;

    [[nodiscard]] bool has_none() const { return begun.empty() && held.empty(); }
    /// The next that is to be run.
    shared_attempt take() {
      std::deque<shared_attempt>& from = begun.empty() ? held : begun;
      shared_attempt next = std::move(from.front());
      from.pop_front();
      ++busy;
      return next;
    }
  };

  [[nodiscard]] std::size_t free_workers() const {
    const std::size_t taken =
        shared_->busy + shared_->reserved + shared_->begun.size() + shared_->held.size();
    return size_ > taken ? size_ - taken : 0;
  }
  void add_worker() {
    const std::scoped_lock lock(shared_->mutex);
    worker& place = shared_->workers.emplace_back();
    place.thread = std::thread([all = shared_, &place] { serve(*all, place); });
  }
  /// The life of a worker.
  static void serve(shared& all, worker& me) {
    std::unique_lock lock(all.mutex);
    while (true) {
      all.wakes.wait(lock, [&] { return all.stopped || !all.has_none(); });
      if (all.has_none()) break;
      shared_attempt next = all.take();
      lock.unlock();
      const bool wanted = next->run();
      next.reset();
      lock.lock();
      if (!wanted) break;  // another worker has the place
      --all.busy;
    }
    me.finished = true;
    all.ended.notify_all();
  }

  std::shared_ptr<shared> shared_;
  unsigned size_;
};

}  // namespace pawl::runtime
