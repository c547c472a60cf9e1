// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <shared_mutex>
#include <unordered_map>

#include <pawl/observe/metrics.hpp>
#include <pawl/observe/throttle.hpp>
#include <pawl/runtime/engine/adaptive_limit.hpp>
#include <pawl/runtime/engine/attempts.hpp>
#include <pawl/runtime/engine/wake_signal.hpp>
#include <pawl/runtime/options.hpp>
#include <pawl/storage/store.hpp>

namespace pawl::runtime {

/// How far an engine has come. Written by the thread that starts and stops it.
enum class engine_phase : unsigned char {
  stepped,   ///< no threads: a test takes the steps one by one
  running,   ///< claims and runs
  stopping,  ///< begins nothing more; waits for handlers
  stopped    ///< the threads end
};

/// A job type as an engine serves it.
struct served_type {
  const runner* how = nullptr;
  observe::job_metrics* counted = nullptr;
  adaptive_limit limit;                 ///< the dispatcher's
  std::atomic<std::size_t> running{0};  ///< attempts; the dispatcher adds, who concludes takes

  served_type(const runner& r, observe::job_metrics& m, adaptive_limit l)
      : how(&r), counted(&m), limit(l) {}
};

/// The store, for those that may outlive the engine: handlers that did not stop, and callbacks.
/// Once it is closed no call gets through, and none is on its way.
class store_gate {
 public:
  explicit store_gate(storage::store& store) : store_(&store) {}

  [[nodiscard]] milliseconds elapsed() {
    const std::shared_lock open(mutex_);
    return closed_ ? milliseconds{0} : store_->elapsed();
  }
  /// False if the engine is gone; every operation is refused then.
  bool apply(std::span<const storage::operation_ptr> batch) {
    const std::shared_lock open(mutex_);
    if (!closed_) store_->apply(batch);
    return !closed_ || refuse(batch);
  }
  void join(const connection_ref& callers, storage::operation_ptr op) {
    const std::shared_lock open(mutex_);
    if (closed_)
      refuse({&op, 1});
    else
      store_->join(callers)->apply(op);
  }
  void close() {
    const std::unique_lock shut(mutex_);
    closed_ = true;
  }

 private:
  static bool refuse(std::span<const storage::operation_ptr> batch) {
    for (const storage::operation_ptr& each : batch)
      each.answer().refuse({storage::errc::lease_lost, "the service has stopped", {}, {}});
    return false;
  }

  storage::store* store_;
  std::shared_mutex mutex_;  ///< calls hold it shared, `close` alone
  bool closed_ = false;
};

/// What the parts of one engine share. Lives for as long as a handler does, and lets nothing to the
/// store any more once the engine has closed it.
class engine_core final : public attempt_host, public std::enable_shared_from_this<engine_core> {
 public:
  engine_core(storage::store& jobs, std::vector<runner> runners, const service_options& how,
              std::shared_ptr<worker_pool> workers, std::shared_ptr<observe::metrics> counted,
              std::shared_ptr<const void> handlers)
      : store(jobs),
        options(how),
        pool(std::move(workers)),
        metrics(std::move(counted)),
        runners_(std::move(runners)),
        handlers_(std::move(handlers)),
        gate_(jobs) {
    for (const runner& each : runners_) {
      types.push_back(each.type);
      const unsigned most = each.is_coroutine() ? options.coroutines : options.workers;
      served_.try_emplace(each.type, each, metrics->of(std::string_view(each.type->handler)),
                          adaptive_limit(options.adaptive, most));
      has_coroutines |= each.is_coroutine();
      shortest_lease = std::min<milliseconds>(shortest_lease, milliseconds{each.type->lease.count});
    }
  }

  storage::store& store;  ///< for the engine's own threads, which never outlive it
  const service_options options;
  const std::shared_ptr<worker_pool> pool;
  const std::shared_ptr<observe::metrics> metrics;
  std::vector<const job_descriptor*> types;
  bool has_coroutines = false;
  milliseconds shortest_lease{60'000};

  std::atomic<engine_phase> phase{engine_phase::stepped};
  std::atomic<storage::owner_number> owner{0};
  std::atomic<milliseconds> seen_alive{milliseconds{0}};  ///< the last sign of life, by the store
  std::atomic<bool> has_reports{false};    ///< an attempt has something to write down
  std::atomic<std::size_t> held{0};        ///< attempts in the pool's queue that have not begun
  std::atomic<bool> more_expected{false};  ///< the last claim left something behind
  std::atomic<std::size_t> coroutines{0};  ///< begun, or about to be
  std::atomic<std::size_t> suspects{0};    ///< of the attempts
  std::atomic<std::uint64_t> claims{0};
  std::atomic<std::uint64_t> settled{0};
  std::atomic<std::uint64_t> leases_lost{0};
  std::atomic<std::uint64_t> stuck{0};
  std::atomic<bool> store_reachable{true};
  attempts runs;
  wake_signal dispatcher_wakes;

  [[nodiscard]] served_type& serving(const job_descriptor& type) { return served_.at(&type); }
  /// Null if this engine does not serve the type.
  [[nodiscard]] served_type* find_served(const job_descriptor* type) {
    const auto found = served_.find(type);
    return found == served_.end() ? nullptr : &found->second;
  }
  [[nodiscard]] bool is_stopping() const { return phase.load() >= engine_phase::stopping; }
  [[nodiscard]] bool is_stopped() const { return phase.load() == engine_phase::stopped; }
  void close() { gate_.close(); }

  /// Any operation of a thread that may outlive the engine.
  template <class Operation>
  void ask(Operation& op) {
    const storage::operation_ptr one[] = {&op};
    gate_.apply(one);
  }

  // --- For attempts --------------------------------------------------------------------------

  [[nodiscard]] milliseconds elapsed() override { return gate_.elapsed(); }
  void entered(attempt& run) override {
    observe::job_metrics& counted = *serving(*run.job().type).counted;
    if (run.job().first_start)
      counted.started(run.waited());
    else
      counted.restarted();
    if (run.told_start()) return;
    const std::size_t left = --held;
    runs.note_entered(run.shared_from_this());
    // More is asked for while there is still something to run.
    if (more_expected && left <= options.prefetch / 2)
      dispatcher_wakes.now({.work = true});
    else
      dispatcher_wakes.in_a_moment({.ended = true});
  }
  void reported() override { has_reports = true; }
  void concluded(shared_attempt run) override {
    served_type& of = serving(*run->job().type);
    if (run->has_entered())
      of.counted->stopped();
    else if (!run->told_start())
      --held;
    --of.running;
    if (run->job().suspect) --suspects;
    if (run->how().is_coroutine()) --coroutines;
    runs.note_over(std::move(run));
    // As long as the workers have something to run, ends are told together.
    if (held == 0)
      dispatcher_wakes.now({.ended = true});
    else
      dispatcher_wakes.in_a_moment({.ended = true});
  }
  bool write(std::span<const storage::operation_ptr> batch) override {
    const bool open = gate_.apply(batch);
    for (const storage::operation_ptr& each : batch)
      if (open && !each.answer() && each.answer().error().code != storage::errc::lease_lost)
        complain(observe::event<"report_refused">, each.answer().error());
    return open;
  }
  void join(const connection_ref& callers, storage::operation_ptr op) override {
    gate_.join(callers, op);
  }

  // --- Words for people ----------------------------------------------------------------------

  /// Tells the log.
  void say(observe::log_entry entry) const {
    if (!options.log) return;
    entry.time = std::chrono::floor<milliseconds>(std::chrono::system_clock::now());
    try {
      options.log(entry);
    } catch (...) {  // NOLINT(bugprone-empty-catch): a log that fails must not take a job with it
    }
  }
  void say(observe::log_level level, observe::log_event event, std::string message,
           const attempt& about) const {
    const storage::claimed& job = about.job();
    say(observe::log_entry{.level = level,
                           .event = event,
                           .message = std::move(message),
                           .job = job.id,
                           .handler = std::string(std::string_view(job.type->handler)),
                           .tenant = job.who.tenant,
                           .attempt = job.attempt});
  }
  /// A failure of the store, which is worth a line every half a minute and no more.
  void complain(observe::log_event event, const storage::error& why) {
    metrics->store_failed();
    const auto suppressed = quiet_.admit(event, gate_.elapsed());
    if (!suppressed) return;
    observe::log_entry entry{
        .level = observe::log_level::error, .event = event, .message = describe(why)};
    if (*suppressed != 0) entry.fields.push_back({"suppressed", *suppressed});
    say(std::move(entry));
  }

 private:
  std::vector<runner> runners_;
  std::unordered_map<const job_descriptor*, served_type> served_;
  std::shared_ptr<const void> handlers_;
  observe::log_throttle quiet_{};
  store_gate gate_;
};

/// A thread's wait between two rounds, which the end of the engine cuts short.
class interruptible_pause {
 public:
  /// False if the engine has ended.
  bool sleep(milliseconds longest) {
    std::unique_lock lock(mutex_);
    return !wakes_.wait_for(lock, longest, [&] { return ended_; });
  }
  void end() {
    const std::scoped_lock lock(mutex_);
    ended_ = true;
    wakes_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable wakes_;
  bool ended_ = false;
};

}  // namespace pawl::runtime
