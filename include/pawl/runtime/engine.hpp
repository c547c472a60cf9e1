// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <condition_variable>
#include <deque>
#include <list>
#include <memory>
#include <thread>
#include <unordered_map>

#include <pawl/runtime/attempt.hpp>
#include <pawl/runtime/options.hpp>
#include <pawl/storage/policy.hpp>

namespace pawl::runtime {

/// What the engine counts, besides what the store knows.
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

/// Runs the jobs of a store: asks for work, runs handlers, settles what they came to, keeps the
/// leases, and cleans up.
///
/// One thread pumps: it settles what has ended, begins what was held and asks for more, all in one
/// commit. One thread keeps the leases, so that a busy handler cannot starve them. One maintains.
/// The rest run handlers. Every step is a member that a test can call by itself, without threads.
template <storage::job_storage Store>
class engine {
 public:
  engine(Store& store, std::vector<runner> runners, service_options options,
         std::shared_ptr<const void> handlers = {})
      : core_(std::make_shared<core>(store, std::move(runners), std::move(options),
                                     std::move(handlers))) {
    core_->self = core_;
  }
  engine(const engine&) = delete;
  engine& operator=(const engine&) = delete;
  ~engine() { stop(milliseconds{0}); }

  /// Enrols the process and starts the threads. An error leaves nothing behind.
  storage::result<void> start() {
    if (auto ready = core_->enrol(); !ready) return ready;
    core_->go();
    for (unsigned i = 0; i < core_->options.workers; ++i) core_->add_worker();
    threads_.emplace_back([core = core_] { core->pump_until_stopped(); });
    threads_.emplace_back([core = core_] { core->listen_until_stopped(); });
    threads_.emplace_back([core = core_] { core->keep_until_stopped(); });
    threads_.emplace_back([core = core_] { core->maintain_until_stopped(); });
    return {};
  }

  /// Ends gracefully: no new claims, handlers are asked to stop and given time; what they have not
  /// ended by then goes back to the queue, uncharged. Zero ends at once.
  void stop(milliseconds grace) {
    if (threads_.empty()) return;
    core_->stop(grace);
    for (std::thread& each : threads_) each.join();
    threads_.clear();
    core_->join_workers();
    core_->leave();
  }

  [[nodiscard]] engine_health health() const { return core_->health(); }
  [[nodiscard]] storage::owner_number owner() const { return core_->owner; }

  // The steps, for tests that are their own threads.
  storage::result<void> enrol() { return core_->enrol(); }
  /// Settles, begins and claims; runs nothing. True if there was something to do.
  bool pump_once() {
    core_->work_expected = true;
    return core_->pump_once();
  }
  /// Pumps and runs until nothing is left that could be done now.
  void run_until_idle() {
    while (pump_once() || run_one()) {
    }
  }
  /// Runs one job that was claimed; false if there is none.
  bool run_one() { return core_->run_one(); }
  void keep_once() { core_->keep_once(); }
  void maintain_once() { core_->maintain_once(); }

 private:
  using shared_attempt = std::shared_ptr<attempt>;

  struct completion {
    shared_attempt run;
    attempt_result result;
  };

  /// What threads share. It outlives the engine if a handler does.
  struct core {
    core(Store& s, std::vector<runner> r, service_options o, std::shared_ptr<const void> h)
        : store(&s), runners(std::move(r)), options(std::move(o)), handlers(std::move(h)) {
      for (const runner& each : runners) {
        types.push_back(each.type);
        by_type.emplace(each.type, &each);
        shortest_lease =
            std::min<milliseconds>(shortest_lease, milliseconds{each.type->lease.count});
      }
    }

    storage::result<void> enrol() {
      if (auto learnt = store->learn(types); !learnt) return learnt;
      auto made = storage::apply_one(*store, storage::enrol{options.name});
      if (!made) return unexpected<storage::error>(std::move(made).error());
      owner = made->owner;
      seen_alive = store->elapsed();
      return {};
    }
    void go() {
      const std::scoped_lock lock(mutex);
      running = true;
    }
    void leave() { static_cast<void>(storage::apply_one(*store, storage::leave{owner})); }

    // --- The pump
    // ---------------------------------------------------------------------------------

    bool pump_once() {
      std::vector<storage::operation> batch;
      std::vector<completion> settling;
      std::vector<shared_attempt> starting;
      bool claims_work = false;
      {
        const std::scoped_lock lock(mutex);
        settling.swap(completed);
        in_flight = settling.size();
        // A worker whose attempt has ended is free as soon as that is settled, which is now.
        std::size_t free = options.workers > busy ? options.workers - busy : 0;
        while (free != 0 && !held.empty() && !stopping) {
          starting.push_back(std::move(held.front()));
          held.pop_front();
          --free;
        }
        if (!stopping && (free != 0 || held.size() < options.prefetch) &&
            (work_expected || !settling.empty() || !starting.empty())) {
          const std::size_t room =
              options.prefetch > held.size() ? options.prefetch - held.size() : 0;
          batch.emplace_back(storage::claim{owner, types, free, room});
          claims_work = true;
          work_expected = false;
        }
      }
      for (const completion& each : settling) batch.emplace_back(settlement_of(each));
      for (const shared_attempt& each : starting)
        batch.emplace_back(storage::start{each->lease(), each->job().type});
      // What is settled first makes room, and slots of limits, for what is claimed.
      if (claims_work) std::rotate(batch.begin(), batch.begin() + 1, batch.end());
      add_reports(batch);
      if (batch.empty()) return false;

      auto answers = store->apply(batch);
      std::size_t at = 0;
      for (completion& each : settling) take_settled(std::move(each), answers[at++]);
      for (shared_attempt& each : starting) take_started(std::move(each), answers[at++]);
      const bool got_work = claims_work && take_claimed(answers[at]);
      const std::scoped_lock lock(mutex);
      in_flight = 0;
      if (stopping) ended.notify_all();
      return !settling.empty() || !starting.empty() || got_work;
    }

    storage::settle settlement_of(const completion& done) const {
      storage::settle op{.lease = done.run->lease(),
                         .type = done.run->job().type,
                         .end = done.result.end,
                         .result = done.result.value,
                         .error = done.result.error,
                         .plan = done.run->job().retry.plan,
                         .delay = done.result.delay,
                         .message = {},
                         .findings = done.run->take_findings()};
      const stop_reason why = done.run->stopped_because();
      const bool gave_up = op.end != storage::attempt_end::succeeded;
      if (gave_up && why == stop_reason::timed_out) {
        op.end = storage::attempt_end::expired;
        op.error = {.code = std::string(std::string_view(error::timeout::code)),
                    .message = "the attempt ran longer than its job type allows",
                    .detail = {},
                    .state = {},
                    .retryable = op.type->timeout_is_retried};
      } else if (gave_up && why == stop_reason::shutdown &&
                 op.end == storage::attempt_end::canceled) {
        op.end = storage::attempt_end::released;
      }
      return op;
    }

    void take_settled(completion&& done, storage::answer& answered) {
      if (!answered && storage::is_store_failure(answered.error().code)) {
        // Not written: it is tried again with the next commit.
        say("a result could not be written: " + describe(answered.error()));
        const std::scoped_lock lock(mutex);
        store_reachable = false;
        completed.push_back(std::move(done));
        retry_later = true;
        return;
      }
      if (!answered && answered.error().code == storage::errc::already_terminal)
        say("a second end of job " + storage_id(done) + " was ignored");
      if (!answered && answered.error().code == storage::errc::lease_lost) {
        say("the lease of job " + storage_id(done) + " was lost; its result is dropped");
        ++leases_lost;
      }
      if (done.result.end == storage::attempt_end::failed && options.escalate &&
          done.run->how().escalates(done.result.error.code))
        options.escalate({done.run->job().id,
                          std::string(std::string_view(done.run->job().type->handler)),
                          done.result.error.code, done.result.error.detail});
      const std::scoped_lock lock(mutex);
      store_reachable = true;
      ++settled;
    }

    void take_started(shared_attempt&& run, storage::answer& answered) {
      if (!answered) {
        const std::scoped_lock lock(mutex);
        if (storage::is_store_failure(answered.error().code)) {
          held.push_front(std::move(run));
          retry_later = true;
          store_reachable = false;
        } else {
          attempts.erase(run->lease().key);
        }
        return;
      }
      const auto& begun = std::get<storage::start::answer>(*answered);
      run->begin(begun.state, begun.attempt, store->elapsed());
      hand_to_worker(std::move(run));
    }

    /// True if there was work.
    bool take_claimed(storage::answer& answered) {
      if (!answered) {
        const std::scoped_lock lock(mutex);
        work_expected = true;
        retry_later = true;
        if (answered.error().code == storage::errc::owner_lost) needs_enrolment = true;
        if (storage::is_store_failure(answered.error().code)) store_reachable = false;
        return false;
      }
      ++claims;
      auto& got = std::get<storage::claim::answer>(*answered);
      for (storage::claimed& job : got.jobs) {
        const bool started = job.started;
        const auto how = by_type.find(job.type);
        const unsigned number = job.attempt;
        const state_number state = job.state;
        auto run = std::make_shared<attempt>(
            std::move(job), *how->second,
            [this](const storage::report& now) { return write_through(now); });
        {
          const std::scoped_lock lock(mutex);
          attempts.emplace(run->lease().key, run);
          if (!started) held.push_back(run);
        }
        if (!started) continue;
        run->begin(state, number, store->elapsed());
        hand_to_worker(std::move(run));
      }
      const std::scoped_lock lock(mutex);
      next_due = got.next_due;
      // There may be more.
      if (!got.jobs.empty()) work_expected = true;
      return !got.jobs.empty();
    }

    void hand_to_worker(shared_attempt&& run) {
      const std::scoped_lock lock(mutex);
      ++busy;
      to_run.push_back(std::move(run));
      worker_wakes.notify_one();
    }

    /// Adds what running handlers have reported since they were last asked.
    void add_reports(std::vector<storage::operation>& batch) {
      std::vector<shared_attempt> all;
      {
        const std::scoped_lock lock(mutex);
        for (const auto& [key, run] : attempts) all.push_back(run);
      }
      const milliseconds now = store->elapsed();
      for (const shared_attempt& run : all)
        if (auto news = run->take_report(now, options.progress_interval))
          batch.emplace_back(*std::move(news));
    }

    bool write_through(const storage::report& now) {
      const auto written = storage::apply_one(*store, now);
      return written.has_value();
    }

    void pump_until_stopped() {
      work_expected = true;
      while (true) {
        const bool did = pump_once();
        std::unique_lock lock(mutex);
        if (stopped && completed.empty()) return;
        if (needs_enrolment) {
          needs_enrolment = false;
          lock.unlock();
          static_cast<void>(enrol());
          continue;
        }
        if (std::exchange(retry_later, false)) {
          // The store is not well: a pause, so that it is not asked a thousand times a second.
          pump_wakes.wait_for(lock, milliseconds{250}, [&] { return stopped; });
          if (stopped) completed.clear();
          continue;
        }
        if (did && (work_expected || !completed.empty() || can_start())) continue;
        auto until = options.progress_interval;
        if (attempts.empty()) until = options.poll;
        if (next_due) until = std::min(until, until_due(*next_due));
        const bool woken = pump_wakes.wait_for(lock, until, [&] {
          return stopped || !completed.empty() || work_announced || can_start();
        });
        if (!woken || std::exchange(work_announced, false)) work_expected = true;
      }
    }
    [[nodiscard]] bool can_start() const {
      return !stopping && !held.empty() && busy < options.workers;
    }
    milliseconds until_due(instant due) {
      const auto left = due - store->now();
      return std::max(left, milliseconds{1});
    }

    void listen_until_stopped() {
      while (true) {
        {
          const std::scoped_lock lock(mutex);
          if (stopped || stopping) return;
        }
        if (!store->transport().wait_for_work(milliseconds{200})) continue;
        const std::scoped_lock lock(mutex);
        work_announced = true;
        pump_wakes.notify_one();
      }
    }

    // --- Workers
    // ----------------------------------------------------------------------------------

    bool run_one() {
      shared_attempt run;
      {
        const std::scoped_lock lock(mutex);
        if (to_run.empty()) return false;
        run = std::move(to_run.front());
        to_run.pop_front();
      }
      work_on(std::move(run));
      return true;
    }

    /// Runs one attempt. False if it was abandoned meanwhile: somebody else has taken the slot.
    bool work_on(shared_attempt run) {
      attempt_result result = run->run();
      if (!run->abandon()) return false;
      const std::scoped_lock lock(mutex);
      --busy;
      attempts.erase(run->lease().key);
      if (!result.settled_already) completed.push_back({std::move(run), std::move(result)});
      pump_wakes.notify_one();
      if (stopping) ended.notify_all();
      return true;
    }

    void add_worker() {
      const std::scoped_lock lock(mutex);
      workers.emplace_back();
      const auto place = std::prev(workers.end());
      place->thread =
          std::thread([shared = self.lock(), place] { shared->run_until_stopped(place); });
    }
    struct worker {
      std::thread thread;
      bool finished = false;
    };
    void run_until_stopped(typename std::list<worker>::iterator place) {
      while (true) {
        shared_attempt run;
        {
          std::unique_lock lock(mutex);
          worker_wakes.wait(lock, [&] { return stopped || !to_run.empty(); });
          if (to_run.empty()) break;
          run = std::move(to_run.front());
          to_run.pop_front();
        }
        if (!work_on(std::move(run))) break;
      }
      const std::scoped_lock lock(mutex);
      place->finished = true;
      ended.notify_all();
    }
    /// Waits for the workers whose handlers have come back; the others are left to themselves.
    void join_workers() {
      std::unique_lock lock(mutex);
      ended.wait_for(lock, milliseconds{200}, [&] {
        return std::all_of(workers.begin(), workers.end(),
                           [](const worker& each) { return each.finished; });
      });
      for (worker& each : workers) {
        if (!each.finished) {
          each.thread.detach();
        } else {
          lock.unlock();
          each.thread.join();
          lock.lock();
        }
      }
      // A detached worker still writes to its place, so the list stays.
    }

    // --- Leases
    // -----------------------------------------------------------------------------------

    /// A heartbeat if one is due, and a look at what has become of our jobs.
    void keep_once() {
      // Listed before the store is asked: what is listed then was leased then.
      std::vector<shared_attempt> mine;
      {
        const std::scoped_lock lock(mutex);
        for (const auto& [key, run] : attempts) mine.push_back(run);
      }
      const milliseconds now = store->elapsed();
      const bool beat_due = heartbeat_failed || now >= seen_alive + shortest_lease / 3;
      check_attempts(mine, now, beat_due ? beat(now) : store->leases(owner));
    }

    storage::result<std::vector<storage::held_job>> beat(milliseconds now) {
      auto beaten = storage::apply_one(*store, storage::beat{owner});
      heartbeat_failed = !beaten;
      if (beaten) {
        seen_alive = now;
        return std::move(beaten->jobs);
      }
      say("a heartbeat could not be written: " + describe(beaten.error()));
      if (beaten.error().code == storage::errc::owner_lost) {
        const std::scoped_lock lock(mutex);
        needs_enrolment = true;
      }
      return unexpected<storage::error>(std::move(beaten).error());
    }

    void check_attempts(const std::vector<shared_attempt>& mine, milliseconds now,
                        const storage::result<std::vector<storage::held_job>>& jobs) {
      std::unordered_map<std::int64_t, storage::held_job> known;
      if (jobs)
        for (const storage::held_job& each : *jobs) known.emplace(each.lease.key, each);
      for (const shared_attempt& run : mine) {
        const storage::claimed& job = run->job();
        const auto found = known.find(job.lease.key);
        if (!jobs) {
          // Nobody can tell whether we still have it: stop before somebody else may begin.
          if (now - seen_alive > milliseconds{job.type->lease.count} * 2 / 3)
            run->stop(stop_reason::lease_lost, now);
        } else if (found == known.end() || found->second.lease.fence != job.lease.fence) {
          run->stop(stop_reason::lease_lost, now);
        } else if (found->second.cancel_requested) {
          run->stop(stop_reason::canceled, now);
        }
        if (run->is_overdue(now)) run->stop(stop_reason::timed_out, now);
        if (run->ignores_stop(now, options.stop_grace)) replace_stuck(run);
      }
    }

    /// A handler that does not stop loses its job and its slot. Its thread cannot be ended; when it
    /// comes back it finds that it was replaced.
    void replace_stuck(const shared_attempt& run) {
      if (!run->abandon()) return;
      say("the handler of job " + to_string(run->job().id) + " did not stop; it is replaced");
      attempt_result result{.end = storage::attempt_end::canceled};
      {
        const std::scoped_lock lock(mutex);
        ++stuck;
        --busy;
        attempts.erase(run->lease().key);
        completed.push_back({run, std::move(result)});
        pump_wakes.notify_one();
      }
      add_worker();
    }

    void keep_until_stopped() {
      const auto interval = std::min(options.look, shortest_lease / 6);
      while (!wait_until_stopped(interval)) keep_once();
    }

    // --- Maintenance
    // ------------------------------------------------------------------------------

    void maintain_once() {
      const storage::operation batch[] = {storage::reap{}, storage::release{}, storage::prune{}};
      auto answers = store->apply(batch);
      if (answers[0])
        for (const auto& lost : std::get<storage::reap::answer>(*answers[0]).jobs)
          say("job " + to_string(lost.id) + " was lost by its worker and is now " + lost.state);
      while (tell_handlers()) {
      }
    }
    /// Calls on_success and on_failure of jobs that have ended. True if there may be more.
    bool tell_handlers() {
      constexpr std::size_t at_once = 32;
      const auto taken = storage::apply_one(*store, storage::take_callbacks{types, at_once});
      if (!taken) return false;
      for (const storage::callback& of : taken->callbacks) tell_handler(of);
      return taken->callbacks.size() == at_once;
    }
    void tell_handler(const storage::callback& of) {
      bool done = true;
      try {
        const auto how = by_type.find(of.type);
        how->second->tell(how->second->handler, of);
      } catch (const std::exception& thrown) {
        say("a callback of job " + to_string(of.id) + " failed: " + thrown.what());
        done = false;
      } catch (...) {
        done = false;
      }
      const auto finished =
          storage::apply_one(*store, storage::finish_callback{of.key, of.tries, done});
      if (finished && finished->given_up)
        say("the callback of job " + to_string(of.id) + " is given up");
    }
    void maintain_until_stopped() {
      std::uint64_t random = static_cast<std::uint64_t>(owner);
      do {
        maintain_once();
        // Between a half and one and a half of the interval: processes that were started together
        // do not stay together.
        random = pawl::detail::scatter(random);
        const auto half = options.maintenance / 2;
        const auto jitter = milliseconds{static_cast<std::int64_t>(
            random % (static_cast<std::uint64_t>(options.maintenance.count()) + 1))};
        if (wait_until_stopped(half + jitter)) return;
      } while (true);
    }

    // --- The end
    // ----------------------------------------------------------------------------------

    void stop(milliseconds grace) {
      std::deque<shared_attempt> unbegun;
      {
        const std::scoped_lock lock(mutex);
        stopping = true;
        unbegun.swap(held);
        for (const shared_attempt& run : unbegun) attempts.erase(run->lease().key);
        for (const auto& [key, run] : attempts) run->stop(stop_reason::shutdown, store->elapsed());
      }
      give_back(unbegun);
      std::deque<shared_attempt> rest;
      {
        std::unique_lock lock(mutex);
        ended.wait_for(lock, grace,
                       [&] { return attempts.empty() && completed.empty() && in_flight == 0; });
        for (const auto& [key, run] : attempts)
          if (run->abandon()) rest.push_back(run);
        attempts.clear();
        to_run.clear();
      }
      give_back(rest);
      const std::scoped_lock lock(mutex);
      stopped = true;
      running = false;
      pump_wakes.notify_all();
      worker_wakes.notify_all();
      ended.notify_all();
    }
    void give_back(const std::deque<shared_attempt>& all) {
      std::vector<storage::operation> batch;
      for (const shared_attempt& run : all)
        batch.emplace_back(storage::settle{
            .lease = run->lease(), .type = run->job().type, .end = storage::attempt_end::released});
      if (!batch.empty()) static_cast<void>(store->apply(batch));
    }

    bool wait_until_stopped(milliseconds longest) {
      std::unique_lock lock(mutex);
      return ended.wait_for(lock, longest, [&] { return stopped; });
    }

    void say(const std::string& message) const {
      if (options.log) options.log(message);
    }
    static std::string storage_id(const completion& done) { return to_string(done.run->job().id); }

    [[nodiscard]] engine_health health() const {
      const std::scoped_lock lock(mutex);
      return {running, store_reachable, busy, held.size(), claims, settled, leases_lost, stuck};
    }

    Store* store;
    std::vector<runner> runners;
    service_options options;
    std::shared_ptr<const void> handlers;
    std::weak_ptr<core> self;  ///< for workers that are added later
    std::vector<const job_type*> types;
    std::unordered_map<const job_type*, const runner*> by_type;
    milliseconds shortest_lease{60'000};
    storage::owner_number owner = 0;
    milliseconds seen_alive{};
    bool heartbeat_failed = false;

    mutable std::mutex mutex;
    std::condition_variable pump_wakes;
    std::condition_variable worker_wakes;
    std::condition_variable ended;
    bool running = false;
    bool stopping = false;
    bool stopped = false;
    bool work_expected = true;
    bool work_announced = false;
    bool retry_later = false;
    bool needs_enrolment = false;
    bool store_reachable = true;
    std::size_t busy = 0;
    std::size_t in_flight = 0;  ///< ends that are being written
    std::unordered_map<std::int64_t, shared_attempt> attempts;
    std::deque<shared_attempt> held;
    std::deque<shared_attempt> to_run;
    std::vector<completion> completed;
    std::list<worker> workers;
    std::optional<instant> next_due;
    std::atomic<std::uint64_t> claims{0};
    std::atomic<std::uint64_t> leases_lost{0};
    std::uint64_t settled = 0;
    std::uint64_t stuck = 0;
  };

  std::shared_ptr<core> core_;
  std::vector<std::thread> threads_;
};

}  // namespace pawl::runtime
