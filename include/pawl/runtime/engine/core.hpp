// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <atomic>
#include <cstdio>

#include <pawl/detail/light_map.hpp>
#include <pawl/observe/metrics.hpp>
#include <pawl/observe/redact.hpp>
#include <pawl/observe/throttle.hpp>
#include <pawl/runtime/engine/adaptive_limit.hpp>
#include <pawl/runtime/engine/attempts.hpp>
#include <pawl/runtime/engine/held_leases.hpp>
#include <pawl/runtime/engine/wake_signal.hpp>
#include <pawl/runtime/engine/work_pace.hpp>
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
  adaptive_limit limit;         ///< the dispatcher's; the lease keeper tells and hears
  work_pace pace{};             ///< the dispatcher's
  std::uint64_t had_place = 0;  ///< the dispatcher's last round that reserved a place for it
  std::atomic<std::size_t> running{0};  ///< attempts; the dispatcher adds, who concludes takes

  served_type(const runner& r, observe::job_metrics& m, const adaptive_options& how_many,
              unsigned most)
      : how(&r), counted(&m), limit(how_many, most) {}
};

/// The store, for those that may outlive the engine: handlers that did not stop, and callbacks.
/// Once it is closed no call gets through, and none is on its way.
class store_gate {
 public:
  explicit store_gate(storage::store& store) : store_(&store) {}

  [[nodiscard]] milliseconds elapsed() {
    const call open(*this);
    return open ? store_->elapsed() : milliseconds{0};
  }
  [[nodiscard]] instant now() {
    const call open(*this);
    return open ? store_->now() : instant{};
  }
  /// False if the engine is gone; every operation is refused then.
  bool apply(std::span<const storage::operation_ptr> batch) {
    const call open(*this);
    if (!open) return refuse(batch);
    store_->apply(batch);
    return true;
  }
  void join(const connection_ref& callers, storage::operation_ptr op) {
    const call open(*this);
    if (open)
      store_->join(callers)->apply(op);
    else
      refuse({&op, 1});
  }
  storage::answer_to<job_record> look(const storage::scope& who, const job_id& id) {
    const call open(*this);
    if (open) return store_->get(who, id);
    return storage::refuse(storage::errc::lease_lost, "the service has stopped");
  }
  storage::answer_to<storage::stored_results> results(const storage::scope& who,
                                                      slice<job_id> ids) {
    const call open(*this);
    if (open) return store_->results_of(who, ids);
    return storage::refuse(storage::errc::lease_lost, "the service has stopped");
  }
  storage::answer_to<light_vector<storage::held_job>> leases(storage::owner_number owner) {
    const call open(*this);
    if (open) return store_->leases(owner);
    return storage::refuse(storage::errc::lease_lost, "the service has stopped");
  }
  [[nodiscard]] bool is_held() {
    const call open(*this);
    return open && store_->is_held();
  }
  /// Waits for the calls that are on their way.
  void close() {
    unsigned now = calls_.fetch_or(closed) | closed;
    for (; now != closed; now = calls_.load()) calls_.wait(now);
  }

 private:
  static constexpr unsigned closed = 1U << 31;

  /// One call: for as long as it lives the gate does not finish closing.
  class call {
   public:
    explicit call(store_gate& through)
        : calls_(through.calls_), open_((calls_.fetch_add(1) & closed) == 0) {}
    call(const call&) = delete;
    call& operator=(const call&) = delete;
    ~call() {
      if (calls_.fetch_sub(1) == closed + 1) calls_.notify_all();
    }
    explicit operator bool() const { return open_; }

   private:
    std::atomic<unsigned>& calls_;
    bool open_;
  };

  static bool refuse(std::span<const storage::operation_ptr> batch) {
    for (const storage::operation_ptr& each : batch)
      each.answer().refuse({storage::errc::lease_lost, "the service has stopped", {}, {}});
    return false;
  }

  storage::store* store_;
  std::atomic<unsigned> calls_{0};  ///< on their way, and whether it was closed
};

/// What the parts of one engine share. Lives for as long as a handler does, and lets nothing to the
/// store any more once the engine has closed it.
class engine_core final : public attempt_host, public std::enable_shared_from_this<engine_core> {
 public:
  engine_core(storage::store& jobs, light_vector<runner> runners, const service_options& how,
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
      served_.add(each.type, each, metrics->of(std::string_view(each.type->handler)),
                  options.adaptive, most);
      metrics->of(std::string_view(each.type->handler)).aims_at(each.type->objectives);
      has_coroutines |= each.is_coroutine();
      starts_elsewhere |= each.type->starts_elsewhere;
      const milliseconds asked{each.type->heartbeat.count};
      heartbeat = types.size() == 1 ? asked : least(heartbeat, asked);
    }
  }

  storage::store& store;  ///< for the engine's own threads, which never outlive it
  const service_options options;
  const std::shared_ptr<worker_pool> pool;
  const std::shared_ptr<observe::metrics> metrics;
  light_vector<const job_descriptor*> types;
  bool has_coroutines = false;
  bool starts_elsewhere = false;   ///< jobs of one of them may start without a worker
  milliseconds heartbeat{20'000};  ///< as often as the most demanding of the types asks

  std::atomic<engine_phase> phase{engine_phase::stepped};
  std::atomic<storage::owner_number> owner{0};
  std::atomic<milliseconds> seen_alive{milliseconds{0}};  ///< the last sign of life, by the store
  std::atomic<bool> has_reports{false};  ///< an attempt has something to write down
  std::atomic<std::size_t> held{0};      ///< attempts that no worker has entered
  /// Jobs that may be held ahead of the workers: written by the dispatcher.
  std::atomic<std::size_t> may_hold{0};
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

  /// A type that this engine serves. g++ 12 would warn at -O2 of what happens if it did not.
  [[nodiscard]] served_type& serving(const job_descriptor& type) {
    served_type* const found = served_.find(&type);
    if (found == nullptr) __builtin_unreachable();
    return *found;
  }
  /// Null if this engine does not serve the type.
  [[nodiscard]] served_type* find_served(const job_descriptor* type) { return served_.find(type); }
  [[nodiscard]] bool is_stopping() const { return phase.load() >= engine_phase::stopping; }
  [[nodiscard]] bool is_stopped() const { return phase.load() == engine_phase::stopped; }
  /// What fires schedules, if a job type here has any.
  [[nodiscard]] pawl::detail::light_ptr<slot_keeper> make_slot_keeper() {
    for (const runner& each : runners_)
      if (each.make_slot_keeper != nullptr) return each.make_slot_keeper(*this);
    return {};
  }
  void close() { gate_.close(); }

  /// Asks attempts to stop whose jobs are not this engine's any more, or are to be cancelled. They
  /// were listed before the store was asked: what is listed then was leased then.
  void stop_what_is_gone(std::uint64_t listed_before, const held_leases& leased, milliseconds now) {
    light_vector<shared_attempt> gone;  // stopped later: to stop may call what is the user's
    runs.look_at_all(listed_before, [&](const shared_attempt& run) {
      if (run->is_over()) return;
      const storage::held_job* const found = leased.find(run->lease());
      if (found == nullptr || found->cancel_requested) gone.push_back(run);
    });
    for (const shared_attempt& run : gone) {
      if (run->is_over()) continue;
      run->stop(
          leased.find(run->lease()) == nullptr ? stop_reason::lease_lost : stop_reason::cancelled,
          now);
    }
  }

  /// Any operation of a thread that may outlive the engine.
  template <class Operation>
  void ask(Operation& op) {
    const storage::operation_ptr one[] = {&op};
    gate_.apply(one);
  }
  /// Several of them, in one commit.
  void ask_all(std::span<const storage::operation_ptr> batch) { gate_.apply(batch); }

  // --- For attempts --------------------------------------------------------------------------

  [[nodiscard]] milliseconds elapsed() override { return gate_.elapsed(); }
  [[nodiscard]] instant now() override { return gate_.now(); }
  /// What was cancelled while it waited here for a worker is not entered any more. The lease keeper
  /// looks too seldom for that: a worker that comes to a job which was held for longer than a start
  /// may stay unknown looks at all leases, unless one has done so a moment ago.
  void before_entry(const attempt& run) override {
    const milliseconds now = elapsed();
    milliseconds seen = leases_seen_.load();
    if (now - run.claimed_at() < wake_signal::start_told_within ||
        now - seen < wake_signal::start_told_within ||
        !leases_seen_.compare_exchange_strong(seen, now))
      return;
    const std::uint64_t listed_before = runs.next_number();
    if (auto jobs = gate_.leases(owner))
      stop_what_is_gone(listed_before, held_leases(*jobs), now);
    else  // the workers do not wait for a store that does not answer
      leases_seen_ = now + options.lease_check_interval;
  }
  void entered(attempt& run) override {
    observe::job_metrics& counted = *serving(*run.job().type).counted;
    if (run.job().first_start)
      counted.started(run.waited());
    else
      counted.restarted();
    counted.held_for(run.held_for());
    if (run.told_start()) return;
    runs.note_entered(run);
    // More is asked for while there is still something to run.
    const std::size_t most = may_hold;
    if (run.is_held() && --held <= most / 2 && most != 0 && more_expected)
      dispatcher_wakes.now({.work = true});
    else
      dispatcher_wakes.in_a_moment(wake_signal::start_told_within);
  }
  [[nodiscard]] bool follows_spans() const override { return static_cast<bool>(options.spans); }
  void first_output(const attempt& run, milliseconds after) override {
    serving(*run.job().type).counted->first_output(after);
  }
  void reported() override { has_reports = true; }
  void concluded(attempt& run) override {
    served_type& of = serving(*run.job().type);
    if (run.has_entered())
      of.counted->stopped();
    else if (run.is_held())
      --held;
    --of.running;
    if (run.job().suspect) --suspects;
    if (run.how().is_coroutine()) --coroutines;
    runs.note_over(run);
    // As long as the workers have something to run, ends are told together.
    if (held == 0)
      dispatcher_wakes.now({});
    else
      dispatcher_wakes.in_a_moment();
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
  storage::answer_to<job_record> look(const storage::scope& who, const job_id& id) override {
    return gate_.look(who, id);
  }
  storage::answer_to<storage::stored_results> results(const storage::scope& who,
                                                      slice<job_id> ids) override {
    return gate_.results(who, ids);
  }
  bool store_is_held() override { return gate_.is_held(); }
  void number(storage::submit& child) override {
    child.id = ids_.next(system_clock{}.wall(), child.type->ephemeral);
    put_bounds(child, options);
  }

  // --- Words for people ----------------------------------------------------------------------

  /// Tells the log; without one, errors are told to standard error.
  void say(observe::log_entry entry) const {
    if (!options.log) {
      if (entry.level == observe::log_level::error) print(entry);
      return;
    }
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
                           .tenant = job.who->tenant,
                           .attempt = job.attempt});
  }
  /// Reports to the operator, if the service has somewhere to report to.
  void escalate(const escalation& about) const {
    if (!options.escalate) return;
    try {
      options.escalate(about);
    } catch (...) {  // NOLINT(bugprone-empty-catch): a listener that throws must not end the engine
    }
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
  /// One line, whatever the message holds.
  static void print(const observe::log_entry& entry) {
    std::string line = "pawl: " + std::string(std::string_view(entry.event.name()));
    if (!entry.handler.empty()) line += ' ' + entry.handler;
    if (!entry.job.is_nil()) line += ' ' + to_string(entry.job);
    line += ": " + observe::redact(entry.message);
    for (char& c : line)
      if (static_cast<unsigned char>(c) < ' ' || c == '\x7f') c = ' ';
    line += '\n';
    static_cast<void>(std::fwrite(line.data(), 1, line.size(), stderr));
  }

  light_vector<runner> runners_;
  pawl::detail::light_map<const job_descriptor*, served_type> served_;
  std::shared_ptr<const void> handlers_;
  observe::log_throttle quiet_{};
  id_source ids_;
  store_gate gate_;
  std::atomic<milliseconds> leases_seen_{milliseconds{0}};  ///< by the last worker that looked
};

/// A thread's wait between two rounds, which the end of the engine cuts short.
class interruptible_pause {
 public:
  /// False if the engine has ended.
  bool sleep(std::chrono::microseconds longest) {
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
