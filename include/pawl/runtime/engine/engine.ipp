// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <system_error>

#include <pawl/runtime/engine/callback_runner.hpp>
#include <pawl/runtime/engine/dispatcher.hpp>
#include <pawl/runtime/engine/engine.hpp>
#include <pawl/runtime/engine/lease_keeper.hpp>
#include <pawl/runtime/engine/maintenance.hpp>
#include <pawl/runtime/engine/scheduler.hpp>

namespace pawl::runtime {

inline unexpected<storage::error> no_thread() {
  return storage::refuse(storage::errc::failed,
                         "the system has no thread left for this process; use fewer workers, or "
                         "raise its limit of threads");
}

/// The parts of an engine, and its threads.
class engine::parts {
 public:
  explicit parts(std::shared_ptr<engine_core> shared)
      : core(std::move(shared)),
        callbacks(new callback_runner(core)),
        dispatch(*core, *callbacks),
        keeper(*core),
        upkeep(*core) {
    schedules = core->make_slot_keeper();
    dispatch.schedules = schedules.get();
  }

  /// If one of them is not to be had, the others end and nothing is left behind.
  storage::result<void> start_threads() {
    core->phase = engine_phase::running;
    try {
      others_.reserve(2);
      dispatching_ = start_thread<&dispatcher::until_stopped>(dispatch);
      others_.push_back(start_thread<&lease_keeper::until_stopped>(keeper));
      others_.push_back(start_thread<&maintenance::until_stopped>(upkeep));
      if (callbacks->has_work())
        calling_back_ = start_thread([runner = callbacks] { runner->until_stopped(); });
      listening_ = start_thread<&parts::listen_until_stopped>(*this);
      return {};
    } catch (const std::system_error&) {
      stop(milliseconds{0});
      return no_thread();
    }
  }

  void stop(milliseconds grace) {
    using clock = std::chrono::steady_clock;
    if (core->phase != engine_phase::running) return;
    const auto until = clock::now() + grace;
    core->store.wait_no_longer_than(until + last_words);
    give_back_unbegun();
    core->runs.wait_until_none(std::chrono::ceil<milliseconds>(until - clock::now()));
    core->phase = engine_phase::stopped;
    // The dispatcher first: what it was about to begin has begun then, or was given back.
    core->dispatcher_wakes.now({});
    if (dispatching_.joinable()) dispatching_.join();
    give_back_running();
    keeper.end();
    upkeep.end();
    for (std::thread& each : others_) each.join();
    others_.clear();
    dispatch.listener.end();
    while (listening_.joinable()) {
      core->store.transport().interrupt();
      if (listener_ended_)
        listening_.join();
      else
        std::this_thread::yield();
    }
    end_callbacks();
    storage::leave op{core->owner};
    core->store.apply_one(op);
    if (op.answer)
      count_moved(*core->metrics, op.answer->moved);
    else
      left_behind = core->owner;
    core->store.wait_no_longer_than(clock::time_point::max());
  }
  /// A test is the worker: true if an attempt was picked up.
  bool enter_one(bool tell_start) {
    shared_attempt next = core->pool->pick_up();
    if (!next) return false;
    if (!next->enter()) {
      core->pool->put_down();
      return true;
    }
    entered_.push_back(std::move(next));
    if (tell_start) dispatch.tell_starts();
    return true;
  }
  bool run_one(bool tell_start) {
    if (entered_.empty()) return enter_one(tell_start) && (entered_.empty() || run_one(tell_start));
    const shared_attempt next = entered_.pop_front();
    static_cast<void>(next->run_entered());
    core->pool->put_down();
    return true;
  }
  /// What waits for handlers, or for another process that holds the store, waits no longer.
  void end_grace() {
    core->store.wait_no_longer_than(std::chrono::steady_clock::now() + last_words);
    core->runs.give_up();
  }

  const std::shared_ptr<engine_core> core;
  const std::shared_ptr<callback_runner> callbacks;
  dispatcher dispatch;
  lease_keeper keeper;
  maintenance upkeep;
  storage::owner_number left_behind = 0;           ///< written by the thread that stops the engine
  pawl::detail::light_ptr<slot_keeper> schedules;  ///< null if no job type is scheduled

 private:
  /// How long a stopping engine tries to tell a store that others hold what became of its jobs,
  /// after its grace. What it cannot tell is found out when its leases have run out.
  static constexpr milliseconds last_words{500};

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
    light_vector<shared_attempt> unbegun;
    for (shared_attempt& run : core->pool->take_back(*core)) {
      if (!run->abandon()) continue;
      if (run->is_held()) --core->held;
      unbegun.push_back(std::move(run));
    }
    light_vector<attempt*> forgotten;
    for (const shared_attempt& run : unbegun) forgotten.push_back(run.get());
    static_cast<void>(core->runs.forget(forgotten));
    const milliseconds now = core->store.elapsed();
    for (const shared_attempt& run : core->runs.all()) run->stop(stop_reason::shutdown, now);
    core->dispatcher_wakes.now({});
    give_back(unbegun);
  }
  /// Handlers that still run go on without their jobs; those that have ended meanwhile are heard.
  void give_back_running() {
    light_vector<shared_attempt> rest = core->runs.all();
    erase_if(rest, [&](const shared_attempt& run) { return !run->abandon(); });
    give_back(rest);
    static_cast<void>(dispatch.once());
  }
  void give_back(const light_vector<shared_attempt>& all) {
    light_vector<storage::settle> ends;
    ends.reserve(all.size());
    light_vector<storage::operation_ptr> batch;
    for (const shared_attempt& run : all) {
      ends.push_back(run->new_settlement());
      ends.back().end = storage::attempt_end::given_back;
      batch.push_back(&ends.back());
    }
    if (!batch.empty()) core->store.apply(batch);
  }

  /// Hears of work that others have announced. Listens only while there is room for it, or jobs may
  /// start elsewhere, so that an announcement goes to an engine that can take it.
  void listen_until_stopped() {
    const milliseconds slice = keeper.check_interval();
    milliseconds alarm = transport::channel::never;
    while (!core->is_stopping()) {
      const bool listen = dispatch.listener.wait(slice);
      if (core->is_stopping()) break;
      keeper.watch();
      if (!listen) continue;
      // The dispatcher goes to sleep again until the new alarm.
      if (const milliseconds due = core->store.transport().due(); due != alarm) {
        alarm = due;
        core->dispatcher_wakes.now({});
      }
      if (!core->store.transport().wait_for_work(slice, alarm)) continue;
      if (core->is_stopping()) {  // the announcement is for another process
        core->store.transport().pass_work_on();
        break;
      }
      dispatch.listener.set(false);
      core->dispatcher_wakes.now({.work = true, .heard = true});
    }
    listener_ended_ = true;
  }

  light_queue<shared_attempt> entered_;  ///< by a test that is the worker, and not yet run
  std::thread dispatching_;
  light_vector<std::thread> others_;  ///< the lease keeper's and maintenance's
  std::thread calling_back_;
  std::thread listening_;
  std::atomic<bool> listener_ended_{false};
};

PAWL_INLINE engine::engine(storage::store& store, light_vector<runner> runners,
                           const service_options& options,
                           std::shared_ptr<observe::metrics> metrics,
                           std::shared_ptr<worker_pool> pool,
                           std::shared_ptr<const void> handlers) {
  const service_options how = clamped(options);
  if (!pool) pool = make_worker_pool(how.workers);
  parts_ = light_ptr<parts>(new parts(std::shared_ptr<engine_core>(new engine_core(
      store, std::move(runners), how, std::move(pool), std::move(metrics), std::move(handlers)))));
}
PAWL_INLINE engine::~engine() {
  stop(milliseconds{0});
  static_cast<void>(parts_->core->pool->take_back(*parts_->core));
  parts_->core->pool->forget(parts_->core->dispatcher_wakes);
  parts_->core->close();
  parts_->core->runs.clear();
}

PAWL_INLINE storage::result<void> engine::start() {
  if (auto ready = enrol(); !ready) return ready;
  for (std::string& each : parts_->core->store.warnings())
    parts_->core->say(observe::log_entry{.level = observe::log_level::warning,
                                         .event = observe::event<"store_warning">,
                                         .message = std::move(each)});
  return parts_->start_threads();
}
PAWL_INLINE void engine::stop(milliseconds grace) { parts_->stop(grace); }
PAWL_INLINE void engine::end_grace() { parts_->end_grace(); }

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
PAWL_INLINE storage::owner_number engine::left_behind() const { return parts_->left_behind; }

PAWL_INLINE storage::result<void> engine::enrol() {
  engine_core& core = *parts_->core;
  if (auto learnt = core.store.learn(core.types); !learnt) return learnt;
  if (parts_->schedules)
    if (auto declared = parts_->schedules->declare(); !declared) return declared;
  storage::enrol op{.label = core.options.name, .types = core.types};
  core.store.apply_one(op);
  if (!op.answer) return unexpected<storage::error>(op.answer.error());
  core.owner = op.answer->owner;
  for (const job_descriptor* type : op.answer->changed)
    core.say(observe::log_entry{
        .level = observe::log_level::warning,
        .event = observe::event<"payload_changed">,
        .message = "the payload has another form than its version " +
                   std::to_string(type->newest_version) +
                   " had before; jobs in the store may not be readable: give it a new version",
        .handler = std::string(std::string_view(type->handler))});
  core.seen_alive = core.store.elapsed();
  return {};
}
PAWL_INLINE bool engine::dispatch_once() {
  parts_->dispatch.expect_work();
  return parts_->dispatch.once();
}
PAWL_INLINE bool engine::enter_one() { return parts_->enter_one(true); }
PAWL_INLINE bool engine::run_one() { return parts_->run_one(true); }
PAWL_INLINE bool engine::run_short_one() { return parts_->run_one(false); }
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
  return std::shared_ptr<worker_pool>(new worker_pool(workers));
}
PAWL_INLINE storage::result<void> start_workers(worker_pool& pool) {
  if (!pool.start()) return no_thread();
  return {};
}
PAWL_INLINE void stop_workers(worker_pool& pool) { pool.stop(); }

}  // namespace pawl::runtime
