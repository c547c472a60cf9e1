// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/runtime/board.hpp>

namespace pawl::runtime {

/// Moves jobs between the store and the handlers: settles what has ended, begins what is held,
/// claims more and writes down what handlers report, all in one commit.
template <storage::job_storage Store>
class pump {
 public:
  explicit pump(board<Store>& shared) : board_(shared) {}

  /// One round; runs nothing. True if there was something to do.
  bool once() {
    batch_.clear();
    std::vector<completion> settling;
    std::vector<shared_attempt> starting;
    std::vector<claim_plan> claiming;
    {
      const std::scoped_lock lock(board_.mutex);
      settling.swap(board_.completed);
      without_room_ = board_.stopping;
      if (!board_.stopping) {
        starting = take_held();
        if (wants_work()) claiming = plan_claims();
      }
    }
    // What is settled first makes room, and slots of limits, for what is claimed.
    for (completion& each : settling) batch_.emplace_back(settlement_of(each));
    for (const shared_attempt& each : starting)
      batch_.emplace_back(storage::start{each->lease(), each->job().type});
    for (const claim_plan& each : claiming)
      batch_.emplace_back(storage::claim{board_.owner, each.types, each.start, each.hold});
    const std::vector<shared_attempt> reporting = add_reports();
    store_failed_ = false;
    if (batch_.empty()) return false;

    if (!claiming.empty()) {
      looked_at_ = board_.store->elapsed();
      due_at_ = milliseconds::max();
    }
    auto answers = board_.store->apply(batch_);
    board_.metrics->committed(batch_.size());
    std::size_t at = 0;
    for (completion& each : settling) take_settled(std::move(each), answers[at++]);
    for (shared_attempt& each : starting) take_started(std::move(each), answers[at++]);
    std::size_t got = 0;
    for (const claim_plan& each : claiming) got += take_claimed(each, answers[at++]);
    for (const shared_attempt& each : reporting) {
      take_reported(*each, std::get<storage::report>(batch_[at]), answers[at]);
      ++at;
    }
    if (!claiming.empty()) after_claims(got);
    const std::scoped_lock lock(board_.mutex);
    board_.store_reachable = !store_failed_;
    return !settling.empty() || !starting.empty() || got != 0;
  }

  void until_stopped() {
    milliseconds pause{0};
    while (true) {
      const bool did = once();
      const milliseconds now = board_.store->elapsed();
      std::unique_lock lock(board_.mutex);
      if (board_.stopped) return;
      if (board_.needs_enrolment) {
        lock.unlock();
        enrol_again();
        lock.lock();
      }
      if (store_failed_) {
        // Longer each time, so that a full disk is not asked a thousand times a second.
        pause = std::min(std::max(2 * pause, milliseconds{250}), longest_pause_);
        board_.changed.wait_for(lock, pause, [&] { return board_.stopped; });
        continue;
      }
      pause = milliseconds{0};
      if (did && has_something_to_do()) continue;
      // Without room nothing is asked, however long ago it was asked for the last time.
      const milliseconds next_look = without_room_
                                         ? now + board_.options.poll
                                         : std::min(looked_at_ + board_.options.poll, due_at_);
      milliseconds pause_until = next_look;
      if (!board_.attempts.empty())
        pause_until = std::min(next_look, now + board_.options.progress_interval);
      board_.pump_wakes.wait_for(lock, std::max(pause_until - now, milliseconds{1}),
                                 [&] { return board_.stopped || has_something_to_do(); });
      lock.unlock();
      const bool look = board_.store->elapsed() >= next_look;
      lock.lock();
      if (look) board_.work_expected = true;
    }
  }

 private:
  /// One question for work: of which types, and how many.
  struct claim_plan {
    std::vector<const job_type*> types{};
    std::size_t start = 0;
    std::size_t hold = 0;
    bool coroutines = false;
  };

  // --- What is asked of the store; under the board's lock
  // -----------------------------------------

  std::vector<shared_attempt> take_held() {
    std::vector<shared_attempt> starting;
    std::size_t slots = board_.pool->reserve(board_.held.size());
    for (; slots != 0; --slots) {
      starting.push_back(std::move(board_.held.front()));
      board_.held.pop_front();
    }
    return starting;
  }

  /// Types that run less than they could have a question of their own, so that they do not take
  /// the room of the others.
  std::vector<claim_plan> plan_claims() {
    std::vector<claim_plan> plans;
    claim_plan plain;
    claim_plan coroutines{.coroutines = true};
    board_.workers_wanted = board_.coroutines_wanted = false;
    std::size_t slots = board_.pool->reserve(board_.pool->slots());
    const std::size_t running = board_.coroutines;
    std::size_t room =
        board_.options.coroutines > running ? board_.options.coroutines - running : 0;
    for (const job_type* type : board_.types) {
      const served_type& of = board_.serving(*type);
      const bool coroutine = of.how->is_coroutine();
      if (!of.limit.is_reduced()) {
        (coroutine ? coroutines : plain).types.push_back(type);
        continue;
      }
      std::size_t& free = coroutine ? room : slots;
      const std::size_t most = of.limit.limit() > of.running ? of.limit.limit() - of.running : 0;
      const std::size_t start = std::min(most, free);
      if (start != 0)
        plans.push_back({{type}, start, 0, coroutine});
      else
        (coroutine ? board_.coroutines_wanted : board_.workers_wanted) = true;
      free -= start;
    }
    plain.start = plain.types.empty() ? 0 : slots;
    board_.pool->give_back(slots - plain.start);
    if (board_.options.prefetch > board_.held.size())
      plain.hold = board_.options.prefetch - board_.held.size();
    coroutines.start = room;
    for (claim_plan* each : {&plain, &coroutines}) {
      if (each->types.empty()) continue;
      if (each->start + each->hold != 0)
        plans.push_back(std::move(*each));
      else
        (each->coroutines ? board_.coroutines_wanted : board_.workers_wanted) = true;
    }
    for (const claim_plan& each : plans)
      if (each.coroutines) board_.coroutines += each.start;
    // Without room the question waits until there is some.
    without_room_ = plans.empty();
    if (!without_room_) {
      board_.work_expected = board_.more_expected = false;
      board_.listener_wakes.notify_one();
    }
    return plans;
  }

  // --- What is told to the store ---------------------------------------------------------------

  storage::settle settlement_of(completion& done) const {
    judge(done);
    const auto& [run, result] = done;
    return {.lease = run->lease(),
            .type = run->job().type,
            .end = result.end,
            .result = result.value,
            .result_object = result.object,
            .error = result.error,
            .plan = run->job().retry.plan,
            .delay = result.delay,
            .findings = run->findings(result.end == storage::attempt_end::succeeded)};
  }
  /// What an end means: a handler that was asked to stop and did has not decided that by itself.
  /// The same when it is asked again, because the store could not be told.
  static void judge(completion& done) {
    using storage::attempt_end;
    auto& [run, result] = done;
    const stop_reason why = run->stopped_because();
    if (result.settled_already) {
      // If the handler's transaction was committed, the job has ended and this is refused.
      result.end = attempt_end::failed;
      result.error = {.code = std::string(std::string_view(error::internal_bug::code)),
                      .message = "the handler failed unexpectedly",
                      .detail = "it returned settled, but its transaction was not committed",
                      .state = {},
                      .retryable = false};
    } else if (result.end != attempt_end::succeeded && why == stop_reason::timed_out) {
      result.end = attempt_end::expired;
      result.error = {.code = std::string(std::string_view(error::timeout::code)),
                      .message = "the attempt ran longer than its job type allows",
                      .detail = {},
                      .state = {},
                      .retryable = run->job().type->timeout_is_retried};
    } else if (result.end == attempt_end::canceled &&
               (why == stop_reason::shutdown || why == stop_reason::lease_lost)) {
      // Nobody wanted the job to end. If its lease is really lost, this is refused.
      result.end = attempt_end::released;
    }
  }

  /// Adds what running handlers have reported since they were last asked.
  std::vector<shared_attempt> add_reports() {
    std::vector<shared_attempt> reporting;
    const milliseconds now = board_.store->elapsed();
    for (shared_attempt& run : board_.all_attempts()) {
      auto news = run->take_report(now, board_.options.progress_interval);
      if (!news) continue;
      batch_.emplace_back(*std::move(news));
      reporting.push_back(std::move(run));
    }
    return reporting;
  }

  // --- What the store answers ------------------------------------------------------------------

  /// Whether the store itself failed, so that the same is to be tried again.
  bool failed(const storage::answer& answered) {
    if (answered || !storage::is_store_failure(answered.error().code)) return false;
    store_failed_ = true;
    // Another process that holds the file will let go of it soon; other troubles last.
    const bool soon = answered.error().code == storage::errc::busy;
    longest_pause_ = soon ? milliseconds{1000} : milliseconds{30'000};
    board_.complain(observe::event<"store_failed">, answered.error());
    return true;
  }

  void take_settled(completion&& done, const storage::answer& answered) {
    if (failed(answered)) {
      const std::scoped_lock lock(board_.mutex);
      board_.completed.push_back(std::move(done));
      return;
    }
    const shared_attempt& run = done.run;
    served_type& of = board_.serving(*run->job().type);
    for (const stage_time& each : run->take_stage_times(board_.store->elapsed()))
      of.counted->left_stage(each.stage, each.spent);
    if (answered)
      count_settled(done, std::get<storage::settle::answer>(*answered));
    else if (done.result.settled_already)
      of.counted->finished({.outcome = observe::job_outcome::succeeded,
                            .ran = board_.store->now() - run->job().started_at,
                            .attempts = run->job().attempt,
                            .error = {}});
    else if (!explain_refusal(done, answered.error()))
      return;
    board_.forget(run);
    const std::scoped_lock lock(board_.mutex);
    ++board_.settled;
  }

  void count_settled(const completion& done, const storage::settle::answer& now) {
    const storage::claimed& job = done.run->job();
    served_type& of = board_.serving(*job.type);
    const std::string& code = done.result.error.code;
    const bool failed = done.result.end == storage::attempt_end::failed ||
                        done.result.end == storage::attempt_end::expired;
    const bool bug = failed && of.how->escalates(code);
    {
      const std::scoped_lock lock(board_.mutex);
      if (of.limit.note(failed && (bug || done.result.error.retryable))) {
        board_.metrics->concurrency_limit(of.limit.limit());
        board_.work_expected = true;
      }
      const job_type& type = *job.type;
      if (now.kind == kind::success ? type.calls_on_success
                                    : is_terminal(now.kind) && type.calls_on_failure) {
        board_.callbacks_expected = true;
        board_.maintenance_wakes.notify_one();
      }
    }
    if (now.phase == phase::terminal) {
      observe::job_end end{.ran = now.at - job.started_at, .attempts = now.attempt, .error = code};
      end.outcome = now.kind == kind::success     ? observe::job_outcome::succeeded
                    : now.kind == kind::cancelled ? observe::job_outcome::canceled
                    : now.kind == kind::dead      ? observe::job_outcome::dead_lettered
                                                  : observe::job_outcome::failed;
      of.counted->finished(end);
    } else if (failed) {
      of.counted->retried(code);
    }
    if (bug) escalate(done);
  }

  void escalate(const completion& done) {
    board_.say(observe::log_level::error, observe::event<"internal_bug">,
               "a handler failed in a way that nobody has foreseen: " + done.result.error.detail,
               done.run.get());
    if (!board_.options.escalate) return;
    const storage::claimed& job = done.run->job();
    try {
      board_.options.escalate({job.id, std::string(std::string_view(job.type->handler)),
                               done.result.error.code, done.result.error.detail});
    } catch (...) {  // NOLINT(bugprone-empty-catch): who is told must not take the engine with him
    }
  }

  /// False if another end is to be stored instead.
  bool explain_refusal(const completion& done, const storage::error& why) {
    using observe::event;
    using observe::log_level;
    const attempt* about = done.run.get();
    if (why.code == storage::errc::already_terminal) {
      board_.say(log_level::warning, event<"duplicate_completion">,
                 "a second end of a job was ignored", about);
    } else if (why.code == storage::errc::lease_lost) {
      board_.say(log_level::warning, event<"lease_lost">,
                 "the lease was lost; what the attempt came to is dropped", about);
      board_.serving(*about->job().type).counted->lease_lost();
      const std::scoped_lock lock(board_.mutex);
      ++board_.leases_lost;
    } else {
      return give_up_on(done, why);
    }
    return true;
  }
  /// The store will not have this end, for instance because the result is too large. The attempt
  /// has failed then, and the job must not stay with us for ever.
  bool give_up_on(const completion& done, const storage::error& why) {
    board_.say(observe::log_level::error, observe::event<"settlement_refused">, describe(why),
               done.run.get());
    using storage::attempt_end;
    if (done.result.end == attempt_end::failed || done.result.end == attempt_end::expired)
      return true;
    attempt_result instead = detail::failed_with(
        error::internal_bug::code, "the result cannot be stored", describe(why), false);
    const std::scoped_lock lock(board_.mutex);
    board_.completed.push_back({done.run, std::move(instead)});
    return false;
  }

  void take_started(shared_attempt&& run, const storage::answer& answered) {
    if (!answered) {
      board_.pool->give_back(1);
      if (failed(answered)) {
        const std::scoped_lock lock(board_.mutex);
        board_.held.push_front(std::move(run));
      } else {
        board_.forget(run);
      }
      return;
    }
    begin(run, std::get<storage::start::answer>(*answered));
  }

  void begin(const shared_attempt& run, const storage::start::answer& start) {
    run->begin(start, board_.store->elapsed());
    const storage::claimed& job = run->job();
    const milliseconds waited = std::max(milliseconds{0}, start.started_at - job.created_at);
    observe::job_metrics& counted = *board_.serving(*job.type).counted;
    if (start.first_start)
      counted.started(waited);
    else
      counted.restarted();
    board_.launch(run);
  }

  /// How many jobs came.
  std::size_t take_claimed(const claim_plan& plan, storage::answer& answered) {
    std::size_t started = 0;
    std::size_t got = 0;
    if (answered) {
      auto& answer = std::get<storage::claim::answer>(*answered);
      got = answer.jobs.size();
      board_.metrics->claimed(got);
      std::vector<storage::operation> unwanted;
      for (storage::claimed& job : answer.jobs) {
        if (auto run = take_one(job))
          started += run->has_begun() ? 1U : 0U;
        else
          unwanted.emplace_back(storage::settle{
              .lease = job.lease, .type = job.type, .end = storage::attempt_end::released});
      }
      if (!unwanted.empty()) static_cast<void>(board_.store->apply(unwanted));
      if (answer.next_due) note_due(*answer.next_due, got != 0);
    }
    const std::size_t unused = plan.start - started;
    if (!plan.coroutines) board_.pool->give_back(unused);
    const std::scoped_lock lock(board_.mutex);
    if (plan.coroutines) board_.coroutines -= unused;
    if (answered) {
      ++board_.claims;
      if (got == plan.start + plan.hold) board_.more_expected = true;
    } else {
      board_.work_expected = true;
      if (answered.error().code == storage::errc::owner_lost) board_.needs_enrolment = true;
    }
    if (!answered) static_cast<void>(failed(answered));
    return got;
  }
  /// What was due when it was asked for, and yet nothing came, is for somebody else.
  void note_due(instant next, bool came) {
    const milliseconds since_look =
        (next - board_.store->now()) + (board_.store->elapsed() - looked_at_);
    if (since_look.count() <= 0 && !came) return;
    due_at_ = std::min(due_at_, looked_at_ + std::max(since_look, milliseconds{0}));
  }
  /// The attempt, begun or held; none if the engine has begun to stop since the job was asked for.
  shared_attempt take_one(storage::claimed& job) {
    const bool started = job.started;
    const storage::start::answer start{job.state, job.attempt, job.started_at, job.first_start};
    const runner& how = *board_.serving(*job.type).how;
    shared_attempt run;
    {
      const std::scoped_lock lock(board_.mutex);
      if (board_.stopping) return {};
      run = std::make_shared<attempt>(std::move(job), how, board_.shared_from_this());
      board_.attempts.emplace(run.get(), run);
      if (!started) board_.held.push_back(run);
    }
    if (started) begin(run, start);
    return run;
  }
  /// There may be more than this process could take: somebody else should look.
  void after_claims(std::size_t got) {
    bool more = false;
    {
      const std::scoped_lock lock(board_.mutex);
      more = board_.more_expected;
    }
    if (got != 0 && more) board_.store->transport().announce_work();
  }

  /// A report that came too late tells that the attempt is not ours any more.
  void take_reported(attempt& run, storage::report& told, const storage::answer& answered) {
    if (failed(answered)) {
      run.keep_unsaid(std::move(told));
      return;
    }
    if (!answered && answered.error().code == storage::errc::lease_lost && !run.is_over())
      run.stop(stop_reason::lease_lost, board_.store->elapsed());
    if (answered && std::get<storage::report::answer>(*answered).cancel_requested)
      run.stop(stop_reason::canceled, board_.store->elapsed());
  }

  // --- Waiting; under the board's lock -----------------------------------------------------------

  [[nodiscard]] bool can_start() const {
    return !board_.stopping && !board_.held.empty() && board_.pool->busy() < board_.pool->slots();
  }
  [[nodiscard]] bool wants_work() const { return board_.work_expected || board_.more_expected; }
  [[nodiscard]] bool has_something_to_do() const {
    return !board_.completed.empty() || can_start() ||
           (wants_work() && !board_.stopping && !without_room_);
  }
  void enrol_again() {
    const auto made = storage::apply_one(*board_.store, storage::enrol{board_.options.name});
    if (!made) return;
    board_.owner = made->owner;
    board_.seen_alive = board_.store->elapsed();
    const std::scoped_lock lock(board_.mutex);
    board_.needs_enrolment = false;
    board_.work_expected = true;
  }

  board<Store>& board_;
  std::vector<storage::operation> batch_;
  bool store_failed_ = false;
  milliseconds longest_pause_{30'000};
  bool without_room_ = false;  ///< at the last round: until something ends, nothing is asked for
  milliseconds looked_at_{};   ///< when work was last asked for
  milliseconds due_at_ = milliseconds::max();  ///< when, as far as is known, there will be some
};

}  // namespace pawl::runtime
