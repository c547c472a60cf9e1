// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/runtime/engine/callback_runner.hpp>
#include <pawl/runtime/engine/dispatcher.hpp>
#include <pawl/runtime/engine/engine.hpp>
#include <pawl/runtime/engine/lease_keeper.hpp>
#include <pawl/runtime/engine/maintenance.hpp>

namespace pawl::runtime {

/// The parts of an engine, and its threads.
class engine::parts {
 public:
  explicit parts(std::shared_ptr<engine_core> shared)
      : core(std::move(shared)),
        callbacks(std::make_shared<callback_runner>(core)),
        dispatch(*core, *callbacks),
        keeper(*core),
        upkeep(*core) {}

  void start_threads() {
    core->phase = engine_phase::running;
    dispatching_ = std::thread([this] { dispatch.until_stopped(); });
    others_.emplace_back([this] { keeper.until_stopped(); });
    others_.emplace_back([this] { upkeep.until_stopped(); });
    if (callbacks->has_work())
      calling_back_ = std::thread([runner = callbacks] { runner->until_stopped(); });
    listening_ = std::thread([this] { listen_until_stopped(); });
  }

  void stop(milliseconds grace) {
    if (!dispatching_.joinable()) return;
    give_back_unbegun();
    core->runs.wait_until_none(grace);
    core->phase = engine_phase::stopped;
    // The dispatcher first: what it was about to begin has begun then, or was given back.
    core->dispatcher_wakes.now({});
    dispatching_.join();
    give_back_running();
    keeper.end();
    upkeep.end();
    for (std::thread& each : others_) each.join();
    others_.clear();
    dispatch.listener.end();
    while (!listener_ended_) {
      core->store.transport().interrupt();
      std::this_thread::yield();
    }
    listening_.join();
    end_callbacks();
    storage::leave op{core->owner};
    core->store.apply_one(op);
  }

  const std::shared_ptr<engine_core> core;
  const std::shared_ptr<callback_runner> callbacks;
  dispatcher dispatch;
  lease_keeper keeper;
  maintenance upkeep;

 private:
  /// Waits a moment for callbacks; one that does not come back is left to itself.
  void end_callbacks() {
    if (!calling_back_.joinable()) return;
    if (callbacks->end(milliseconds{500}))
      calling_back_.join();
    else
      calling_back_.detach();
  }

  /// Nothing is begun any more: what is held goes back, and running handlers are asked to stop.
  void give_back_unbegun() {
    core->phase = engine_phase::stopping;
    dispatch.cut_pause_short();
    core->runs.close();
    std::vector<shared_attempt> unbegun;
    for (shared_attempt& run : core->pool->take_back(*core)) {
      if (!run->abandon()) continue;
      if (!run->told_start()) --core->held;
      core->runs.forget(*run);
      unbegun.push_back(std::move(run));
    }
    const milliseconds now = core->store.elapsed();
    for (const shared_attempt& run : core->runs.all()) run->stop(stop_reason::shutdown, now);
    core->dispatcher_wakes.now({});
    give_back(unbegun);
  }
  /// Handlers that still run go on without their jobs; those that have ended meanwhile are heard.
  void give_back_running() {
    std::vector<shared_attempt> rest = core->runs.all();
    std::erase_if(rest, [&](const shared_attempt& run) { return !run->abandon(); });
    give_back(rest);
    static_cast<void>(dispatch.once());
  }
  void give_back(const std::vector<shared_attempt>& all) {
    std::vector<storage::settle> ends;
    ends.reserve(all.size());
    std::vector<storage::operation_ptr> batch;
    for (const shared_attempt& run : all) {
      ends.push_back(run->new_settlement());
      ends.back().end = storage::attempt_end::given_back;
      batch.emplace_back(&ends.back());
    }
    if (!batch.empty()) core->store.apply(batch);
  }

  /// Hears of work that others have announced. Listens only while there is room for it, so that an
  /// announcement goes to an engine that can take it.
  void listen_until_stopped() {
    const milliseconds slice =
        std::min(core->options.lease_check_interval, core->shortest_lease / 6);
    while (!core->is_stopping()) {
      const bool listen = dispatch.listener.wait(slice);
      if (core->is_stopping()) break;
      keeper.watch();
      if (!listen || !core->store.transport().wait_for_work(slice)) continue;
      dispatch.listener.set(false);
      core->dispatcher_wakes.now({.work = true});
    }
    listener_ended_ = true;
  }

  std::thread dispatching_;
  std::vector<std::thread> others_;  ///< the lease keeper's and maintenance's
  std::thread calling_back_;
  std::thread listening_;
  std::atomic<bool> listener_ended_{false};
};

PAWL_INLINE engine::engine(storage::store& store, std::vector<runner> runners,
                           const service_options& options,
                           std::shared_ptr<observe::metrics> metrics,
                           std::shared_ptr<worker_pool> pool,
                           std::shared_ptr<const void> handlers) {
  const service_options how = clamped(options);
  if (!pool) pool = std::make_shared<worker_pool>(how.workers);
  parts_ = std::make_unique<parts>(std::make_shared<engine_core>(
      store, std::move(runners), how, std::move(pool), std::move(metrics), std::move(handlers)));
}
PAWL_INLINE engine::~engine() {
  stop(milliseconds{0});
  static_cast<void>(parts_->core->pool->take_back(*parts_->core));
  parts_->core->close();
  parts_->core->runs.clear();
}

PAWL_INLINE storage::result<void> engine::start() {
  if (auto ready = enrol(); !ready) return ready;
  parts_->start_threads();
  return {};
}
PAWL_INLINE void engine::stop(milliseconds grace) { parts_->stop(grace); }
PAWL_INLINE void engine::end_grace() { parts_->core->runs.give_up(); }

PAWL_INLINE engine_health engine::health() const {
  const engine_core& core = *parts_->core;
  std::size_t busy = 0;
  for (const shared_attempt& run : core.runs.all())
    if (!run->is_over() && (run->told_start() || run->has_entered())) ++busy;
  return {core.phase == engine_phase::running,
          core.store_reachable,
          busy,
          core.held,
          core.claims,
          core.settled,
          core.leases_lost,
          core.stuck};
}
PAWL_INLINE storage::owner_number engine::owner() const { return parts_->core->owner; }

PAWL_INLINE storage::result<void> engine::enrol() {
  engine_core& core = *parts_->core;
  if (auto learnt = core.store.learn(core.types); !learnt) return learnt;
  storage::enrol op{core.options.name};
  core.store.apply_one(op);
  if (!op.answer) return unexpected<storage::error>(op.answer.error());
  core.owner = op.answer->owner;
  core.seen_alive = core.store.elapsed();
  return {};
}
PAWL_INLINE bool engine::dispatch_once() {
  parts_->dispatch.expect_work();
  return parts_->dispatch.once();
}
PAWL_INLINE bool engine::run_one() { return parts_->core->pool->run_one(); }
PAWL_INLINE void engine::run_until_idle() {
  while (dispatch_once() || run_one()) {
  }
}
PAWL_INLINE void engine::keep_once() { parts_->keeper.once(); }
PAWL_INLINE void engine::maintain_once() {
  parts_->upkeep.once();
  parts_->callbacks->once();
}

PAWL_INLINE std::shared_ptr<worker_pool> make_worker_pool(unsigned workers) {
  return std::make_shared<worker_pool>(workers);
}
PAWL_INLINE void start_workers(worker_pool& pool) { pool.start(); }
PAWL_INLINE void stop_workers(worker_pool& pool) { pool.stop(); }

}  // namespace pawl::runtime
