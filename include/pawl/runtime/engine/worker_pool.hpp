// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <condition_variable>
#include <span>
#include <system_error>

#include <pawl/detail/algorithm.hpp>
#include <pawl/detail/light_list.hpp>
#include <pawl/detail/light_queue.hpp>
#include <pawl/detail/thread.hpp>
#include <pawl/runtime/engine/attempt.hpp>

namespace pawl::runtime {

using pawl::detail::least;

using shared_attempt = std::shared_ptr<attempt>;
using pawl::detail::light_list;
using pawl::detail::light_queue;
using pawl::detail::start_thread;

/// Threads that run handlers, and the queue of attempts that wait for one: those that the store
/// says have begun first, then those that are held. Engines may share a pool.
///
/// A dispatcher reserves the workers for which it claims jobs; so two engines do not both claim for
/// the same worker, and no job that has begun waits behind another.
///
/// A handler that does not come back cannot be ended. Its thread is given up and replaced, and the
/// pool's own memory lives for as long as such a thread does.
class worker_pool {
 public:
  explicit worker_pool(unsigned workers) : shared_(new shared), size_(workers) {}
  worker_pool(const worker_pool&) = delete;
  worker_pool& operator=(const worker_pool&) = delete;
  ~worker_pool() { stop(); }

  /// False if the system has not as many threads; those that were begun have ended then.
  [[nodiscard]] bool start() {
    for (unsigned i = 0; i < size_; ++i)
      if (!add_worker()) {
        stop();
        return false;
      }
    return true;
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
    const std::size_t taken = least(most, free_workers());
    shared_->reserved += taken;
    return taken;
  }
  void give_back(std::size_t workers) {
    const std::scoped_lock lock(shared_->mutex);
    shared_->reserved -= workers;
  }

  /// Attempts that wait for a worker, and how many workers were reserved when they were claimed.
  void add(std::span<const shared_attempt> all, std::size_t reserved) {
    {
      const std::scoped_lock lock(shared_->mutex);
      shared_->reserved -= reserved;
      for (const shared_attempt& each : all)
        (each->told_start() ? shared_->begun : shared_->held).push_back(each);
    }
    if (all.size() == 1)
      shared_->wakes.notify_one();
    else if (!all.empty())
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
  light_vector<shared_attempt> take_back(const attempt_host& of) {
    const std::scoped_lock lock(shared_->mutex);
    light_vector<shared_attempt> taken;
    const auto is_its = [&](const shared_attempt& each) { return each->host() == &of; };
    shared_->begun.take_if(is_its, taken);
    shared_->held.take_if(is_its, taken);
    return taken;
  }

  /// For a caller that is a worker of a pool without threads: the next that waits, if one does. It
  /// keeps the caller busy until `put_down`.
  [[nodiscard]] shared_attempt pick_up() {
    const std::scoped_lock lock(shared_->mutex);
    return shared_->has_none() ? nullptr : shared_->take();
  }
  void put_down() {
    const std::scoped_lock lock(shared_->mutex);
    --shared_->busy;
  }

  /// The lease keeper has found a worker that is stuck: another one takes its place. Where the
  /// system has no thread for it, the place is kept for the first stuck worker that comes back.
  void replace_one() {
    {
      const std::scoped_lock lock(shared_->mutex);
      if (shared_->workers.empty() || shared_->stopped) return;  // there are no threads
      --shared_->busy;
    }
    if (add_worker()) return;
    const std::scoped_lock lock(shared_->mutex);
    ++shared_->busy;
    ++shared_->vacant;
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
      for (const worker& each : shared_->workers)
        if (!each.finished) return false;
      return true;
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
    light_queue<shared_attempt> begun;
    light_queue<shared_attempt> held;
    std::size_t busy = 0;
    std::size_t reserved = 0;
    std::size_t vacant = 0;      ///< places of stuck workers that could not be replaced
    light_list<worker> workers;  ///< a worker that was given up still writes to its place
    bool stopped = false;

    [[nodiscard]] bool has_none() const { return begun.empty() && held.empty(); }
    /// The next that is to be run.
    shared_attempt take() {
      ++busy;
      return (begun.empty() ? held : begun).pop_front();
    }
  };

  [[nodiscard]] std::size_t free_workers() const {
    const std::size_t taken =
        shared_->busy + shared_->reserved + shared_->begun.size() + shared_->held.size();
    return size_ > taken ? size_ - taken : 0;
  }
  /// False if there is no thread to be had.
  bool add_worker() {
    const std::scoped_lock lock(shared_->mutex);
    worker& place = shared_->workers.add();
    try {
      place.thread = start_thread([all = shared_, &place] { serve(*all, place); });
      return true;
    } catch (const std::system_error&) {
      shared_->workers.remove_last();
      return false;
    }
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
      if (!wanted) {
        if (all.vacant == 0) break;  // another worker has the place
        --all.vacant;
      }
      --all.busy;
    }
    me.finished = true;
    all.ended.notify_all();
  }

  std::shared_ptr<shared> shared_;
  unsigned size_;
};

}  // namespace pawl::runtime
