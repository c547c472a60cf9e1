// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <condition_variable>
#include <deque>
#include <shared_mutex>
#include <unordered_map>

#include <pawl/observe/throttle.hpp>
#include <pawl/runtime/attempt.hpp>
#include <pawl/runtime/concurrency.hpp>
#include <pawl/runtime/pace.hpp>
#include <pawl/runtime/worker_pool.hpp>
#include <pawl/storage/policy.hpp>

namespace pawl::runtime {

using shared_attempt = std::shared_ptr<attempt>;

/// An attempt that is over, and what it came to.
struct completion {
  shared_attempt run;
  attempt_result result;
};

/// A job type as an engine serves it. The last two are guarded by the board's lock.
struct served_type {
  const runner* how = nullptr;
  observe::job_metrics* counted = nullptr;
  adaptive_limit limit;
  std::size_t running = 0;
};

/// What the parts of one engine share: which attempts there are, what has ended, who must wake up.
///
/// The pump settles and claims, the keeper watches the leases, maintenance cleans up; handlers come
/// back from wherever they ran. It outlives the engine if a handler does, and lets nobody to the
/// store any more once the engine has closed it.
template <storage::job_storage Store>
class board final : public attempt_host, public std::enable_shared_from_this<board<Store>> {
 public:
  board(Store& s, std::vector<runner> r, const service_options& o,
        std::shared_ptr<worker_pool> workers, std::shared_ptr<observe::metrics> counted,
        std::shared_ptr<const void> handlers)
      : store(&s),
        options(o),
        pool(std::move(workers)),
        metrics(std::move(counted)),
        runners_(std::move(r)),
        handlers_(std::move(handlers)) {
    for (const runner& each : runners_) {
      types.push_back(each.type);
      const std::string_view name = each.type->handler;
      served.emplace(each.type, served_type{&each, &metrics->of(name),
                                            adaptive_limit(options.adaptive,
                                                           each.is_coroutine() ? options.coroutines
                                                                               : options.workers)});
      shortest_lease = std::min<milliseconds>(shortest_lease, milliseconds{each.type->lease.count});
    }
  }

  // --- The store, for handlers --------------------------------------------------------------

  [[nodiscard]] milliseconds elapsed() override {
    const std::shared_lock open(gate_);
    return closed_ ? milliseconds{0} : store->elapsed();
  }
  void note_report() override { reported = true; }
  bool write(const storage::report& now) override {
    const std::shared_lock open(gate_);
    if (closed_) return false;
    const auto written = storage::apply_one(*store, now);
    if (!written && written.error().code != storage::errc::lease_lost)
      complain(observe::event<"report_refused">, written.error());
    return written.has_value();
  }
  /// Any operation of somebody who may outlive the engine.
  template <class Operation>
  storage::result<typename Operation::answer> ask(Operation op) {
    const std::shared_lock open(gate_);
    if (closed_) return storage::refuse(storage::errc::lease_lost, "the service has stopped");
    return storage::apply_one(*store, std::move(op));
  }
  storage::result<storage::settle::answer> settle_in(const connection_ref& callers,
                                                     const storage::settle& end) override {
    const std::shared_lock open(gate_);
    if (closed_) return storage::refuse(storage::errc::lease_lost, "the service has stopped");
    if constexpr (requires { typename Store::connection_type; }) {
      using connection = typename Store::connection_type;
      if (*callers.type == typeid(connection*))
        return store->in(static_cast<connection*>(callers.connection)).apply(end);
    }
    return storage::refuse(storage::errc::invalid,
                           "the job's store takes no transaction on such a connection");
  }
  /// The store may go: nobody is let to it from now on, and nobody is at it.
  void close() {
    const std::unique_lock shut(gate_);
    closed_ = true;
  }

  // --- Attempts ------------------------------------------------------------------------------

  [[nodiscard]] served_type& serving(const job_type& type) { return served.at(&type); }

  /// Gives a job that is begun to its handler. A slot for it was reserved.
  void launch(const shared_attempt& run) {
    served_type& of = serving(*run->job().type);
    {
      const std::scoped_lock lock(mutex);
      ++of.running;
    }
    // What waits in a queue owns nothing: an engine may go before its turn comes.
    const std::weak_ptr<attempt> waiting = run;
    if (run->how().is_coroutine()) {
      auto begin = [self = this->weak_from_this(), waiting] {
        const shared_attempt next = waiting.lock();
        if (next == nullptr || next->is_over()) return;  // given back before it could run
        drive(self.lock(), next, next->how().begin(next->how().handler, *next, next->job()));
      };
      if (options.coroutines_on != nullptr)
        options.coroutines_on->post(std::move(begin));
      else
        pool->run([begin = std::move(begin), waiting] {
          const shared_attempt next = waiting.lock();
          if (next == nullptr) return true;
          next->enter_worker();
          begin();
          return next->leave_worker();
        });
    } else {
      pool->run([self = this->weak_from_this(), waiting] {
        shared_attempt next = waiting.lock();
        if (next == nullptr || next->is_over()) return true;
        const std::shared_ptr<board> all = self.lock();
        const auto begun = std::chrono::steady_clock::now();
        attempt_result result = next->how().run(next->how().handler, *next, next->job());
        all->tempo.note_run(std::chrono::duration_cast<pace::microseconds>(
            std::chrono::steady_clock::now() - begun));
        return all->conclude(std::move(next), std::move(result));
      });
    }
  }

  /// An attempt is over, and its slot is free. False if somebody has said so before.
  bool end(attempt& run) {
    const std::scoped_lock lock(mutex);
    return end_locked(run);
  }
  /// The same, and the store is to hear what it came to.
  bool conclude(shared_attempt run, attempt_result result) {
    const std::scoped_lock lock(mutex);
    if (!end_locked(*run)) return false;
    completed.push_back({std::move(run), std::move(result)});
    pump_wakes.notify_one();
    return true;
  }
  /// The store knows of the end of an attempt, or nobody will tell it.
  void forget(const shared_attempt& run) {
    const std::scoped_lock lock(mutex);
    attempts.erase(run.get());
    if (stopping) changed.notify_all();
  }
  /// Nobody will go on with any of them; attempts that nobody runs are gone then.
  void forget_all() {
    const std::scoped_lock lock(mutex);
    held.clear();
    completed.clear();
    attempts.clear();
  }
  [[nodiscard]] std::vector<shared_attempt> all_attempts() const {
    const std::scoped_lock lock(mutex);
    std::vector<shared_attempt> all;
    all.reserve(attempts.size());
    for (const auto& [key, run] : attempts) all.push_back(run);
    return all;
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
    const auto suppressed = quiet_.admit(event, store->elapsed());
    if (!suppressed) return;
    observe::log_entry entry{
        .level = observe::log_level::error, .event = event, .message = describe(why)};
    if (*suppressed != 0) entry.fields.push_back({"suppressed", *suppressed});
    say(std::move(entry));
  }

  Store* store;
  const service_options options;
  const std::shared_ptr<worker_pool> pool;
  const std::shared_ptr<observe::metrics> metrics;
  std::vector<const job_type*> types;
  std::unordered_map<const job_type*, served_type> served;
  milliseconds shortest_lease{60'000};
  std::atomic<storage::owner_number> owner{0};
  pace tempo;
  std::atomic<bool> reported{false};  ///< some attempt has something to write down
  std::atomic<milliseconds> seen_alive{milliseconds{0}};  ///< the last sign of life, by the store

  mutable std::mutex mutex;  ///< for all that follows
  std::condition_variable pump_wakes;
  std::condition_variable listener_wakes;
  std::condition_variable teller_wakes;
  std::condition_variable changed;  ///< what is wanted of the threads; or, at the end, attempts
  bool started = false;             ///< there are threads
  bool stopping = false;            ///< nothing is begun any more
  bool stopped = false;             ///< the threads end
  bool hurried = false;             ///< nobody waits for handlers
  bool work_expected = true;        ///< the store is worth asking
  bool more_expected = false;       ///< it has said that something is left
  bool workers_wanted = false;      ///< there was no slot to ask for work with
  bool coroutines_wanted = false;   ///< the same for coroutines
  bool store_reachable = true;
  bool needs_enrolment = false;
  bool callbacks_expected = true;
  std::unordered_map<const attempt*, shared_attempt> attempts;  ///< all that we hold
  std::deque<shared_attempt> held;                              ///< not begun
  std::vector<completion> completed;                            ///< not settled
  std::size_t coroutines = 0;                                   ///< begun, or about to be
  std::uint64_t claims = 0;
  std::uint64_t settled = 0;
  std::uint64_t leases_lost = 0;
  std::uint64_t stuck = 0;

 private:
  struct detached {
    struct promise_type {
      static detached get_return_object() { return {}; }
      static std::suspend_never initial_suspend() noexcept { return {}; }
      static std::suspend_never final_suspend() noexcept { return {}; }
      static void return_void() {}
      [[noreturn]] static void unhandled_exception() { std::terminate(); }
    };
  };
  bool end_locked(attempt& run) {
    if (!run.conclude()) return false;
    served_type& of = serving(*run.job().type);
    of.counted->stopped();
    --of.running;
    const bool coroutine = run.how().is_coroutine();
    if (coroutine)
      --coroutines;
    else
      pool->give_back(1);
    if (std::exchange(coroutine ? coroutines_wanted : workers_wanted, false) ||
        of.limit.is_reduced())
      work_expected = true;
    listener_wakes.notify_one();
    return true;
  }
  /// Waits for a coroutine handler, on whatever thread it ends.
  static detached drive(std::shared_ptr<board> self, shared_attempt run,
                        task<attempt_result> begun) {
    attempt_result result;
    try {
      result = co_await std::move(begun);
    } catch (...) {
      result = detail::failed_with(error::internal_bug::code, "the handler failed unexpectedly",
                                   "its coroutine threw", false);
    }
    self->conclude(std::move(run), std::move(result));
  }

  std::vector<runner> runners_;
  std::shared_ptr<const void> handlers_;
  observe::log_throttle quiet_{};
  std::shared_mutex gate_;
  bool closed_ = false;
};

}  // namespace pawl::runtime
