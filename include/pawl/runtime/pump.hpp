// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/runtime/settler.hpp>

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
    for (completion& each : settling) {
      if (auto last = each.run->take_last_report()) batch_.emplace_back(*std::move(last));
      batch_.emplace_back(settler_.settlement_of(each));
    }
    for (const shared_attempt& each : starting)
      batch_.emplace_back(storage::start{each->lease(), each->job().type});
    for (const claim_plan& each : claiming)
      batch_.emplace_back(storage::claim{board_.owner, each.types, each.start, each.hold});
    const std::vector<shared_attempt> reporting = add_reports();
    trouble_.failed = false;
    if (batch_.empty()) return false;

    if (!claiming.empty()) {
      looked_at_ = board_.store->elapsed();
      due_at_ = milliseconds::max();
    }
    const auto asked = std::chrono::steady_clock::now();
    auto answers = board_.store->apply(batch_);
    board_.tempo.note_commit(
        std::chrono::duration_cast<pace::microseconds>(std::chrono::steady_clock::now() - asked));
    board_.metrics->committed(batch_.size());
    std::size_t at = 0;
    for (completion& each : settling) {
      if (auto* last = std::get_if<storage::report>(&batch_[at]))
        take_reported(*each.run, *last, answers[at++]);
      settler_.take(std::move(each), answers[at++]);
    }
    for (shared_attempt& each : starting) take_started(std::move(each), answers[at++]);
    std::size_t got = 0;
    for (const claim_plan& each : claiming) got += take_claimed(each, answers[at++]);
    for (const shared_attempt& each : reporting) {
      take_reported(*each, std::get<storage::report>(batch_[at]), answers[at]);
      ++at;
    }
    if (!claiming.empty()) after_claims(got);
    const std::scoped_lock lock(board_.mutex);
    board_.store_reachable = !trouble_.failed;
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
      if (trouble_.failed) {
        // Longer each time, so that a full disk is not asked a thousand times a second; but whoever
        // wants to stop does not wait for that long.
        constexpr milliseconds shortest{250};
        pause = std::min(std::max(2 * pause, shortest), trouble_.longest_pause);
        const bool stopping = board_.stopping;
        board_.changed.wait_for(lock, stopping ? shortest : pause,
                                [&] { return board_.stopped || (board_.stopping && !stopping); });
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

  // --- What is asked of the store; under the board's lock -----------------------------------

  std::vector<shared_attempt> take_held() {
    std::vector<shared_attempt> starting;
    std::size_t slots = board_.pool->reserve(board_.held.size(), ahead());
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
    const std::size_t slots_ahead = ahead();
    std::size_t slots = board_.pool->reserve(board_.pool->slots() + slots_ahead, slots_ahead);
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
    // Those that are begun ahead are what is held ready.
    if (slots_ahead == 0 && board_.options.prefetch > board_.held.size())
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

  /// Adds what running handlers have reported since they were last asked.
  std::vector<shared_attempt> add_reports() {
    std::vector<shared_attempt> reporting;
    if (!board_.reported.exchange(false)) return reporting;
    const milliseconds now = board_.store->elapsed();
    for (shared_attempt& run : board_.all_attempts()) {
      auto news = run->take_report(now, board_.options.progress_interval);
      if (run->has_news()) board_.reported = true;  // and not yet the time to write it down
      if (!news) continue;
      batch_.emplace_back(*std::move(news));
      reporting.push_back(std::move(run));
    }
    return reporting;
  }

  // --- What the store answers ------------------------------------------------------------------

  void take_started(shared_attempt&& run, const storage::answer& answered) {
    if (!answered) {
      board_.pool->give_back(1);
      if (trouble_.is(answered)) {
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
    static_cast<void>(trouble_.is(answered));
    const std::size_t unused = plan.start - started;
    if (!plan.coroutines) board_.pool->give_back(unused);
    const std::scoped_lock lock(board_.mutex);
    if (plan.coroutines) board_.coroutines -= unused;
    if (answered) {
      ++board_.claims;
      if (std::get<storage::claim::answer>(*answered).more) board_.more_expected = true;
    } else {
      board_.work_expected = true;
      if (answered.error().code == storage::errc::owner_lost) board_.needs_enrolment = true;
    }
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
    if (trouble_.is(answered)) {
      run.keep_unsaid(std::move(told));
      return;
    }
    if (!answered && answered.error().code == storage::errc::lease_lost && !run.is_over())
      run.stop(stop_reason::lease_lost, board_.store->elapsed());
    if (answered && std::get<storage::report::answer>(*answered).cancel_requested)
      run.stop(stop_reason::canceled, board_.store->elapsed());
  }

  // --- Waiting; under the board's lock -----------------------------------------------------------

  /// Slots that may be taken beyond those that have a worker. None for whoever takes the steps one
  /// by one: there is no pace then.
  [[nodiscard]] std::size_t ahead() const {
    if (!board_.started) return 0;
    return board_.tempo.ahead(board_.pool->slots(), board_.options.prefetch);
  }
  [[nodiscard]] bool can_start() const {
    return !board_.stopping && !board_.held.empty() && board_.pool->has_room(ahead());
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
  store_trouble<Store> trouble_{board_};
  settler<Store> settler_{board_, trouble_};
  bool without_room_ = false;  ///< at the last round: until something ends, nothing is asked for
  milliseconds looked_at_{};   ///< when work was last asked for
  milliseconds due_at_ = milliseconds::max();  ///< when, as far as is known, there will be some
};

}  // namespace pawl::runtime
