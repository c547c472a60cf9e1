// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/runtime/callback_teller.hpp>
#include <pawl/runtime/lease_keeper.hpp>
#include <pawl/runtime/maintenance.hpp>
#include <pawl/runtime/pump.hpp>

namespace pawl::runtime {

/// What an engine counts, besides what the store knows.
struct engine_health {
  bool running = false;
  bool store_reachable = true;
  std::size_t busy = 0;       ///< attempts that run
  std::size_t held = 0;       ///< jobs that are leased, but not begun
  std::uint64_t claims = 0;   ///< questions for work
  std::uint64_t settled = 0;  ///< attempts that ended
  std::uint64_t leases_lost = 0;
  std::uint64_t stuck = 0;  ///< handlers that did not stop when asked; each was replaced
};

/// Runs the jobs of one store. One thread pumps, one keeps the leases, one maintains, one listens,
/// one tells handlers of ends; handlers run in the pool, which engines may share. Every step is a
/// member that a test can call by itself, without a thread.
template <storage::job_storage Store>
class engine {
 public:
  engine(Store& store, std::vector<runner> runners, const service_options& options,
         std::shared_ptr<worker_pool> pool, std::shared_ptr<observe::metrics> metrics,
         std::shared_ptr<const void> handlers = {})
      : board_(std::make_shared<board<Store>>(store, std::move(runners), within_reason(options),
                                              std::move(pool), std::move(metrics),
                                              std::move(handlers))),
        pump_(*board_),
        keeper_(*board_),
        maintenance_(*board_),
        teller_(std::make_shared<callback_teller<Store>>(board_)) {
    for (const auto& [type, of] : board_->served) has_coroutines_ |= of.how->is_coroutine();
  }
  engine(const engine&) = delete;
  engine& operator=(const engine&) = delete;
  ~engine() {
    stop(milliseconds{0});
    board_->close();
    board_->forget_all();
  }

  /// Enrols the process and starts the threads. An error leaves nothing behind.
  storage::result<void> start() {
    if (auto ready = enrol(); !ready) return ready;
    threads_.emplace_back([this] { pump_.until_stopped(); });
    threads_.emplace_back([this] { keeper_.until_stopped(); });
    threads_.emplace_back([this] { maintenance_.until_stopped(); });
    if (teller_->has_work())
      teller_thread_ = std::thread([teller = teller_] { teller->until_stopped(); });
    listener_ = std::thread([this] { listen_until_stopped(); });
    const std::scoped_lock lock(board_->mutex);
    board_->started = true;
    return {};
  }

  /// Ends gracefully: no new claims, handlers are asked to stop and given time; what they have not
  /// ended by then goes back to the queue, uncharged. Zero ends at once.
  void stop(milliseconds grace) {
    if (threads_.empty()) return;
    give_back(take_unbegun());
    {
      std::unique_lock lock(board_->mutex);
      board_->changed.wait_for(lock, grace, [&] {
        return board_->hurried || (board_->attempts.empty() && board_->completed.empty());
      });
      board_->stopped = true;
      for (std::condition_variable* each :
           {&board_->pump_wakes, &board_->listener_wakes, &board_->teller_wakes, &board_->changed})
        each->notify_all();
    }
    // The pump first: what it was about to begin has begun then, or was given back.
    threads_.front().join();
    give_back_running();
    for (std::thread& each : threads_)
      if (each.joinable()) each.join();
    threads_.clear();
    while (listener_.joinable() && !listener_ended_) {
      board_->store->transport().interrupt();
      std::this_thread::yield();
    }
    if (listener_.joinable()) listener_.join();
    leave_teller();
    static_cast<void>(storage::apply_one(*board_->store, storage::leave{board_->owner}));
  }
  /// Whoever waits in `stop` waits no longer.
  void hurry() {
    const std::scoped_lock lock(board_->mutex);
    board_->hurried = true;
    board_->changed.notify_all();
  }

  [[nodiscard]] engine_health health() const {
    const std::size_t busy = board_->pool->busy();
    const std::scoped_lock lock(board_->mutex);
    return {board_->started && !board_->stopping,
            board_->store_reachable,
            busy + board_->coroutines,
            board_->held.size(),
            board_->claims,
            board_->settled,
            board_->leases_lost,
            board_->stuck};
  }
  [[nodiscard]] storage::owner_number owner() const { return board_->owner; }

  // The steps, for tests that are their own threads.
  storage::result<void> enrol() {
    if (auto learnt = board_->store->learn(board_->types); !learnt) return learnt;
    auto made = storage::apply_one(*board_->store, storage::enrol{board_->options.name});
    if (!made) return unexpected<storage::error>(std::move(made).error());
    board_->owner = made->owner;
    board_->seen_alive = board_->store->elapsed();
    return {};
  }
  /// Settles, begins and claims; runs nothing. True if there was something to do.
  bool pump_once() {
    {
      const std::scoped_lock lock(board_->mutex);
      board_->work_expected = true;
    }
    return pump_.once();
  }
  /// Runs one job that was claimed; false if there is none.
  bool run_one() { return board_->pool->run_one(); }
  /// Pumps and runs until nothing is left that could be done now.
  void run_until_idle() {
    while (pump_once() || run_one()) {
    }
  }
  void keep_once() { keeper_.once(); }
  void maintain_once() {
    maintenance_.once();
    teller_->once();
  }

 private:
  /// Waits a moment for callbacks; one that does not come back is left to itself.
  void leave_teller() {
    if (!teller_thread_.joinable()) return;
    bool ended = false;
    {
      std::unique_lock lock(board_->mutex);
      ended =
          board_->changed.wait_for(lock, milliseconds{500}, [&] { return teller_->has_ended(); });
    }
    if (ended)
      teller_thread_.join();
    else
      teller_thread_.detach();
  }

  /// Nothing is begun any more; what was held, and who runs is asked to stop.
  std::vector<shared_attempt> take_unbegun() {
    std::vector<shared_attempt> unbegun;
    {
      const std::scoped_lock lock(board_->mutex);
      board_->stopping = true;
      unbegun.assign(board_->held.begin(), board_->held.end());
      board_->held.clear();
      for (const shared_attempt& run : unbegun) board_->attempts.erase(run.get());
    }
    // Without the lock: a coroutine may go on, and end, inside the request to stop.
    const milliseconds now = board_->store->elapsed();
    for (const shared_attempt& run : board_->all_attempts()) run->stop(stop_reason::shutdown, now);
    return unbegun;
  }
  /// Handlers that still run go on without their jobs; those that have ended meanwhile are heard.
  void give_back_running() {
    std::vector<shared_attempt> rest = board_->all_attempts();
    std::erase_if(
        rest, [&](const shared_attempt& run) { return run->has_begun() && !board_->end(*run); });
    give_back(rest);
    static_cast<void>(pump_.once());
  }
  void give_back(const std::vector<shared_attempt>& all) {
    std::vector<storage::operation> batch;
    for (const shared_attempt& run : all)
      batch.emplace_back(storage::settle{
          .lease = run->lease(), .type = run->job().type, .end = storage::attempt_end::released});
    if (!batch.empty()) static_cast<void>(board_->store->apply(batch));
  }

  /// Hears of work that others have announced. Listens only while there is room for it, so that an
  /// announcement goes to somebody who can take it.
  void listen_until_stopped() {
    const milliseconds slice = std::min(board_->options.look, board_->shortest_lease / 6);
    while (true) {
      bool listen = false;
      {
        std::unique_lock lock(board_->mutex);
        listen = board_->listener_wakes.wait_for(lock, slice, [&] {
          return board_->stopping || (!board_->work_expected && has_room());
        });
        if (board_->stopping) break;
      }
      keeper_.watch();
      if (!listen || !board_->store->transport().wait_for_work(slice)) continue;
      const std::scoped_lock lock(board_->mutex);
      board_->work_expected = true;
      board_->pump_wakes.notify_one();
    }
    listener_ended_ = true;
  }
  [[nodiscard]] bool has_room() const {
    return board_->held.size() < board_->options.prefetch || board_->pool->has_room(0) ||
           (has_coroutines_ && board_->coroutines < board_->options.coroutines);
  }

  std::shared_ptr<board<Store>> board_;
  pump<Store> pump_;
  lease_keeper<Store> keeper_;
  maintenance<Store> maintenance_;
  std::shared_ptr<callback_teller<Store>> teller_;
  bool has_coroutines_ = false;
  std::vector<std::thread> threads_;
  std::thread listener_;
  std::thread teller_thread_;
  std::atomic<bool> listener_ended_{false};
};

}  // namespace pawl::runtime
