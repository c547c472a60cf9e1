// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <condition_variable>
#include <span>
#include <system_error>
#include <utility>

#include <pawl/detail/algorithm.hpp>
#include <pawl/detail/light_list.hpp>
#include <pawl/detail/light_queue.hpp>
#include <pawl/detail/thread.hpp>
#include <pawl/runtime/engine/attempt.hpp>
#include <pawl/runtime/engine/wake_signal.hpp>

namespace pawl::runtime {

using pawl::detail::least;

using shared_attempt = std::shared_ptr<attempt>;
using pawl::detail::light_list;
using pawl::detail::light_queue;
using pawl::detail::start_thread;

/// Threads that run handlers, and the queue of attempts that wait for one: those that the store
/// says have begun first, then those that are held. Of those that are held, tenants keep the turns
/// in which the store has given their jobs out, and the most urgent job of a tenant takes its first
/// turn. Engines may share a pool.
///
/// A dispatcher reserves the workers for which it claims jobs; so two engines do not both claim for
/// the same worker, and no job that has begun waits behind another.
///
/// A handler that does not come back cannot be ended. Its thread is given up and replaced, and the
/// pool's own memory lives for as long as such a thread does.
class worker_pool {
 public:
  explicit worker_pool(unsigned workers) : shared_(new shared{.size = workers}) {}
  worker_pool(const worker_pool&) = delete;
  worker_pool& operator=(const worker_pool&) = delete;
  ~worker_pool() { stop(); }

  /// False if the system has not as many threads; those that were begun have ended then.
  [[nodiscard]] bool start() {
    for (unsigned i = 0; i < shared_->size; ++i)
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
  /// Whether a worker is free that no attempt waits for. If none is, the dispatcher that asks is
  /// woken when one becomes free: the end of an attempt does not say so, for the worker is still
  /// busy then, and it may have been an attempt of another engine.
  [[nodiscard]] bool has_free_worker(wake_signal* asks = nullptr) {
    const std::scoped_lock lock(shared_->mutex);
    if (shared_->free_workers() != 0) return true;
    shared_->wake_later(asks);
    return false;
  }
  /// Reserves up to so many free workers; as many as there were. With none it is as above.
  std::size_t reserve(std::size_t most, wake_signal* asks = nullptr) {
    const std::scoped_lock lock(shared_->mutex);
    const std::size_t taken = least(most, shared_->free_workers());
    shared_->reserved += taken;
    if (taken == 0)
      shared_->wake_later(asks);
    else
      shared_->wake_no_more(asks);
    return taken;
  }
  void give_back(std::size_t workers) {
    const std::scoped_lock lock(shared_->mutex);
    shared_->reserved -= workers;
    shared_->tell_of_free_workers();
  }
  /// An engine goes: its dispatcher is woken no more.
  void forget(wake_signal& of) {
    const std::scoped_lock lock(shared_->mutex);
    shared_->wake_no_more(&of);
  }

  /// Attempts that wait for a worker, and how many workers were reserved when they were claimed.
  void add(std::span<const shared_attempt> all, std::size_t reserved) {
    {
      const std::scoped_lock lock(shared_->mutex);
      shared_->reserved -= reserved;
      for (const shared_attempt& each : all) {
        if (each->told_start())
          shared_->begun.push_back(each);
        else
          shared_->hold(each);
      }
      shared_->tell_of_free_workers();
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
    shared_->take_held([&](const held_attempt& each) { return is_its(each.run); }, taken);
    return taken;
  }
  /// Takes out what one engine holds and has queued at that time or before. The first in the queue
  /// stay for the workers that are idle and about to wake up.
  light_vector<shared_attempt> take_overdue(const attempt_host& of, milliseconds queued_until) {
    const std::scoped_lock lock(shared_->mutex);
    light_vector<shared_attempt> taken;
    const std::size_t before_them = shared_->busy + shared_->begun.size();
    std::size_t kept = shared_->size > before_them ? shared_->size - before_them : 0;
    shared_->take_held(
        [&](const held_attempt& each) {
          if (kept != 0) {
            --kept;
            return false;
          }
          return each.run->host() == &of && each.run->queued_at() <= queued_until;
        },
        taken);
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
    shared_->tell_of_free_workers();
  }

  /// The lease keeper has found a worker that is stuck: another one takes its place. Where the
  /// system has no thread for it, the place is kept for the first stuck worker that comes back.
  void replace_one() {
    {
      const std::scoped_lock lock(shared_->mutex);
      if (shared_->workers.empty() || shared_->stopped) return;  // there are no threads
      --shared_->busy;
      shared_->tell_of_free_workers();
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
  /// Beside the attempt, what its place in the queue follows from: many are compared for one.
  struct held_attempt {
    shared_attempt run{};
    const attempt_host* host = nullptr;
    std::int64_t sort_key = 0;
    std::int64_t tenant = 0;
  };
  struct shared {
    const unsigned size = 0;
    std::mutex mutex{};  ///< for all that follows
    std::condition_variable wakes{};
    std::condition_variable ended{};
    light_queue<shared_attempt> begun{};
    light_queue<held_attempt> held{};
    std::int64_t greatest_key = 0;  ///< at least the greatest sort key of what is held
    std::size_t busy = 0;
    std::size_t reserved = 0;
    std::size_t vacant = 0;                ///< places of stuck workers that could not be replaced
    light_list<worker> workers{};          ///< a worker that was given up still writes to its place
    light_vector<wake_signal*> waiting{};  ///< of dispatchers that found no worker free
    bool stopped = false;

    [[nodiscard]] bool has_none() const { return begun.empty() && held.empty(); }
    [[nodiscard]] std::size_t free_workers() const {
      const std::size_t taken = busy + reserved + begun.size() + held.size();
      return size > taken ? size - taken : 0;
    }
    void wake_later(wake_signal* dispatcher) {
      if (dispatcher != nullptr && !pawl::detail::contains(waiting, dispatcher))
        waiting.push_back(dispatcher);
    }
    void wake_no_more(const wake_signal* dispatcher) {
      erase_if(waiting, [=](const wake_signal* each) { return each == dispatcher; });
    }
    void tell_of_free_workers() {
      if (waiting.empty() || free_workers() == 0) return;
      for (wake_signal* each : waiting) each->now({});
      waiting.clear();
    }
    /// The next that is to be run.
    shared_attempt take() {
      ++busy;
      return begun.empty() ? held.pop_front().run : begun.pop_front();
    }
    /// Puts an attempt behind those that are held, and its tenant's jobs in order: each takes the
    /// place of the less urgent one before it.
    void hold(const shared_attempt& run) {
      const storage::claimed& job = run->job();
      const bool is_last = held.empty() || job.sort_key >= greatest_key;
      if (is_last) greatest_key = job.sort_key;
      held.push_back({run, run->host(), job.sort_key, job.tenant});
      if (is_last) return;
      for (std::size_t at = held.size() - 1, before = at; before-- != 0;) {
        if (held[before].tenant != held[at].tenant || held[before].host != held[at].host) continue;
        if (held[before].sort_key <= held[at].sort_key) return;
        std::swap(held[before], held[at]);
        at = before;
      }
    }
    template <class Wanted>
    void take_held(Wanted wanted, light_vector<shared_attempt>& into) {
      light_vector<held_attempt> taken;
      held.take_if(wanted, taken);
      for (held_attempt& each : taken) into.push_back(std::move(each.run));
    }
  };

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
      all.tell_of_free_workers();
    }
    me.finished = true;
    all.ended.notify_all();
  }

  std::shared_ptr<shared> shared_;
};

}  // namespace pawl::runtime
