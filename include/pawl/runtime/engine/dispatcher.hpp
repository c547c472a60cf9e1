// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/runtime/engine/callback_runner.hpp>
#include <pawl/runtime/engine/core.hpp>
#include <pawl/runtime/engine/settlement.hpp>

namespace pawl::runtime {

/// Where the listener waits until the engine has room for the work that it could hear of.
class listener_gate {
 public:
  /// The dispatcher: whether an announcement of work would be of use.
  void set(bool open) {
    {
      const std::scoped_lock lock(mutex_);
      open_ = open;
    }
    if (open) opens_.notify_one();
  }
  /// The listener: true if it should listen; false after so long, or when the engine ends.
  bool wait(milliseconds longest) {
    std::unique_lock lock(mutex_);
    opens_.wait_for(lock, longest, [&] { return open_ || ended_; });
    return open_ && !ended_;
  }
  void end() {
    const std::scoped_lock lock(mutex_);
    ended_ = true;
    opens_.notify_all();
  }

 private:
  std::mutex mutex_;  ///< for all that follows
  std::condition_variable opens_;
  bool open_ = false;
  bool ended_ = false;
};

/// Moves jobs between the store and the handlers: tells the store what has ended and what was
/// entered, claims more, and writes down what handlers report, all in one commit.
///
/// All its members are for one thread, the dispatcher's; or for a test that takes the steps itself.
class dispatcher {
 public:
  dispatcher(engine_core& core, callback_runner& callbacks)
      : core_(core), settlement_(core, callbacks) {}

  /// One round; runs nothing. True if there was something to do.
  bool once() {
    bool did = commit_once();
    // Each of these rounds asks for types that had no place in those before it.
    while (has_left_over_places()) did |= commit_once();
    // An announcement is taken by one process: this one has no use for it.
    if (std::exchange(heard_, false) &&
        (core_.is_stopping() ||
         ((workers_wanted_ || coroutines_wanted_ || at_limit_) && !has_room()))) {
      core_.store.transport().pass_work_on();
      listens_again_at_ = core_.store.elapsed() + time_for_others;
    }
    listener.set(should_listen());
    return did;
  }

  /// Tells the store what was entered, and no more.
  void tell_starts() {
    take_news();
    failed_ = nullptr;
    batch_.clear();
    add_starts(core_.store.elapsed());
    if (batch_.empty()) return;
    core_.store.apply(batch_);
    take_starts();
  }

  void until_stopped() {
    milliseconds pause{0};
    while (true) {
      const bool did = once();
      if (core_.is_stopped()) return;
      if (needs_enrolment_) enrol_again();
      if (failed_ != nullptr) {
        // Longer each time, so that a full disk is not asked a thousand times a second. Another
        // process that holds the file will let go of it soon; other troubles last.
        constexpr milliseconds shortest{250};
        const bool soon = failed_->code == storage::errc::busy;
        pause = least(greatest(2 * pause, shortest), soon ? milliseconds{1000} : longest_pause);
        if (core_.is_stopping() || !trouble_.sleep(pause)) std::this_thread::sleep_for(shortest);
        continue;
      }
      pause = milliseconds{0};
      if (did && wants_work() && (!without_room_ || more_elsewhere_)) continue;
      sleep();
    }
  }
  /// The engine stops: a long pause because of the store's trouble ends.
  void cut_pause_short() { trouble_.end(); }
  /// The store is asked for work in the next round.
  void expect_work() { work_expected_ = true; }

  listener_gate listener;
  /// Set before anything is called; null if no job type of the engine is scheduled.
  slot_keeper* schedules = nullptr;

 private:
  bool commit_once() {
    const wake_reasons why = core_.dispatcher_wakes.take();
    work_expected_ |= why.work;
    heard_ |= why.heard;
    needs_enrolment_ |= why.enrol;
    give_back_overdue();
    take_news();
    hear_of_others();
    // First, so that the jobs of slots are claimed in the same round.
    if (schedules != nullptr && !core_.is_stopping()) work_expected_ |= schedules->once();
    const milliseconds now = core_.store.elapsed();
    failed_ = nullptr;
    batch_.clear();
    // What is settled first makes room, and slots of limits, for what is claimed.
    add_ends(now);
    add_starts(now);
    core_.may_hold =
        least<std::size_t>(core_.options.prefetch, pace_.jobs_of(workers_soon_free(now)));
    plan_claims();
    add_reports(now);
    if (batch_.empty()) return false;

    asked_at_ = now;
    if (!claims_.empty() && asks_for_all_types()) {
      looked_at_ = now;
      due_at_ = milliseconds::max();
    }
    core_.store.apply(batch_);
    core_.metrics->committed(batch_.size());
    const bool did = !over_.empty() || !entered_.empty();
    take_reports();
    take_starts();
    take_ends();
    const std::size_t got = take_claims();
    core_.store_reachable = failed_ == nullptr;
    return did || got != 0;
  }

  /// Too many attempts fail in all processes together, or no more.
  void hear_of_others() {
    for (const job_descriptor* type : core_.types) {
      adaptive_limit& limit = core_.serving(*type).limit;
      if (!limit.take_news()) continue;
      core_.metrics->concurrency_limit(limit.limit());
      work_expected_ = true;
    }
  }

  static constexpr milliseconds longest_pause{30'000};
  /// In which others can take an announcement that this process has passed on. Where all are busy,
  /// it comes back no more often than that.
  static constexpr milliseconds time_for_others{200};

  // --- What is held ahead of the workers ---------------------------------------------------------

  /// What the workers have not entered as soon as was expected goes back to the store, where a
  /// process with an idle worker finds it. Uncharged, and to the place that it had.
  void give_back_overdue() {
    if (core_.held == 0) return;
    const milliseconds queued_until = core_.store.elapsed() - work_pace::patience;
    bool any = false;
    for (const shared_attempt& run : core_.pool->take_overdue(core_, queued_until)) {
      storage::settle end = run->new_settlement();
      end.end = storage::attempt_end::given_back;
      any |= run->conclude(std::move(end));
    }
    if (any) pace_.forget();
  }
  /// What was entered and what has ended since the last round, and how long that ran.
  void take_news() {
    const std::size_t known = over_.size();
    core_.runs.take_news(entered_, over_);
    for (std::size_t i = known; i < over_.size(); ++i) {
      const attempt& run = *over_[i];
      if (!run.has_entered() || run.how().is_coroutine()) continue;
      pace_.note(run.ran_for());
      core_.serving(*run.job().type).pace.note(run.ran_for());
    }
    erase_if(long_running_, [](const shared_attempt& run) { return run->is_over(); });
  }
  /// The workers that are free, or will be within the horizon as far as is known.
  [[nodiscard]] std::size_t workers_soon_free(milliseconds now) {
    std::size_t occupied = 0;
    const auto count = [&](const attempt& run) {
      if (!run.how().is_coroutine() && !run.is_over() && is_long(run, now)) ++occupied;
    };
    for (const attempt* run : entered_) count(*run);
    for (const shared_attempt& run : long_running_) count(*run);
    return difference(core_.options.workers, occupied);
  }
  /// Whether a running attempt is likely to keep its worker for longer than the horizon.
  [[nodiscard]] bool is_long(const attempt& run, milliseconds now) {
    return run.entered_ago(now) > work_pace::horizon ||
           !core_.serving(*run.job().type).pace.is_short();
  }

  struct told_report {
    attempt* run;
    storage::report op;
  };
  struct told_start {
    attempt* run;
    storage::start op;
  };
  struct asked_claim {
    storage::claim op{};
    bool coroutines = false;
    bool begins = false;          ///< what is taken begins by its claim
    bool at_limit = false;        ///< so many run already that no more of them may
    std::size_t most = 0;         ///< workers, or places of coroutines, that it may have
    std::size_t reserved = 0;     ///< those that are kept free for it
    std::size_t ahead = 0;        ///< jobs that are held ahead of the workers besides
    std::uint64_t had_place = 0;  ///< `served_type::had_place` of the type that waits longest

    /// For the jobs that it asks for. Without one it only lets jobs start elsewhere.
    [[nodiscard]] bool has_place() const { return op.start + op.hold != 0; }
  };

  // --- What is told to the store -----------------------------------------------------------------

  void add_ends(milliseconds now) {
    for (attempt* const run : over_) {
      if (!run->is_silent()) add_last_report(*run, now);
      batch_.push_back(&settlement_.of(*run, now));
    }
  }
  void add_last_report(attempt& run, milliseconds now) {
    auto last = run.take_last_report();
    if (!last) return;
    // A held job reports nothing: with a report its start goes first.
    if (!run.told_start() && run.has_entered()) add_start(run, now);
    add_report(run, *std::move(last));
  }
  /// Of what was entered, that which still runs; what is over tells of its start with its end.
  void add_starts(milliseconds now) {
    erase_if(entered_, [](attempt* run) { return run->is_over() || run->told_start(); });
    for (attempt* const run : entered_) add_start(*run, now);
  }
  void add_start(attempt& run, milliseconds now) {
    told_start& told = starts_.add(&run, run.start(now));
    batch_.push_back(&told.op);
  }
  /// Adds what running handlers have reported since they were last asked.
  void add_reports(milliseconds now) {
    if (!core_.has_reports.exchange(false)) return;
    for (shared_attempt& run : core_.runs.all()) {
      if (!run->told_start()) {  // its start is in this batch; what it reports comes with the next
        if (run->has_news()) core_.has_reports = true;
        continue;
      }
      auto news = run->take_report(now, core_.options.progress_interval);
      if (run->has_news()) core_.has_reports = true;  // and not yet the time to write it down
      if (news) add_report(*run, *std::move(news));
    }
  }
  void add_report(attempt& run, storage::report news) {
    told_report& told = reports_.add(&run, std::move(news));
    batch_.push_back(&told.op);
  }

  // --- What is asked of it
  // -------------------------------------------------------------------------

  [[nodiscard]] bool wants_work() const {
    return (work_expected_ || more_elsewhere_ || core_.more_expected) && !core_.is_stopping();
  }
  /// Whether an announcement would be of use. Work that is done elsewhere needs no room here.
  [[nodiscard]] bool should_listen() const {
    if (has_room()) return !wants_work();
    return core_.starts_elsewhere && !work_expected_ && !more_elsewhere_ &&
           core_.store.elapsed() >= listens_again_at_;
  }
  /// Whether there is a place for types that had none since work was expected, because it was
  /// reserved for others and not used. After a refused claim all types are asked for again instead.
  [[nodiscard]] bool has_left_over_places() const {
    if (failed_ != nullptr || work_expected_ || core_.is_stopping()) return false;
    return (workers_wanted_ && core_.pool->has_free_worker(&core_.dispatcher_wakes)) ||
           (coroutines_wanted_ && has_room_for_coroutines());
  }
  [[nodiscard]] bool has_room() const { return has_room_for_plain() || has_room_for_coroutines(); }
  [[nodiscard]] bool has_room_for_plain() const {
    return core_.held < core_.may_hold || core_.pool->has_free_worker(&core_.dispatcher_wakes);
  }
  [[nodiscard]] bool has_room_for_coroutines() const {
    return core_.has_coroutines && core_.coroutines < core_.options.coroutines;
  }

  /// All that is asked for is taken held, however many workers are free: a process that is lost
  /// before a worker has reached a job is not to have it charged. Only a suspect, and what is begun
  /// at most once, begins by its claim, and is asked for only where a worker is free for it.
  ///
  /// Types that run less than they could have a question of their own, so that they do not take
  /// the room of the others. Places are reserved before it is known for which types there is work,
  /// so there may be none left for the last types. The type whose last place was reserved the
  /// longest ago therefore goes first. A type that had no place is asked for as soon as there is
  /// one.
  void plan_claims() {
    without_room_ = core_.is_stopping();
    if (without_room_) return;
    const bool has_place_now = (workers_wanted_ && has_room_for_plain()) ||
                               (coroutines_wanted_ && has_room_for_coroutines());
    if (!wants_work() && !has_place_now) return;
    ++round_;
    if (wants_work()) expected_since_ = round_;
    workers_wanted_ = coroutines_wanted_ = at_limit_ = asks_for_work_ = false;
    light_vector<asked_claim> questions = questions_to_ask();
    reserve(questions);
    for (asked_claim& each : questions) add_claim(std::move(each));
    without_room_ = asks_for_all_types() && !asks_for_work_;
    if (claims_.empty()) return;
    work_expected_ = more_elsewhere_ = false;
    if (asks_for_work_) core_.more_expected = false;
  }
  /// Whether this round is the first one since work was expected. The later ones ask only for types
  /// that had no place.
  [[nodiscard]] bool asks_for_all_types() const { return expected_since_ == round_; }
  /// For the types that had no place since work was expected, in the order in which they reserve.
  [[nodiscard]] light_vector<asked_claim> questions_to_ask() {
    light_vector<asked_claim> all;
    asked_claim plain{.most = core_.options.workers,
                      .ahead = difference(core_.may_hold, core_.held)};
    asked_claim coroutines{.coroutines = true, .most = core_.options.coroutines};
    asked_claim plain_once{.begins = true, .most = core_.options.workers};
    asked_claim coroutines_once{
        .coroutines = true, .begins = true, .most = core_.options.coroutines};
    const auto add = [&](asked_claim&& question) {
      if (question.op.types.empty()) return;
      question.had_place = core_.serving(*question.op.types.front()).had_place;
      for (const job_descriptor* type : question.op.types)
        question.had_place = least(question.had_place, core_.serving(*type).had_place);
      asked_claim* place = all.end();
      while (place != all.begin() && place[-1].had_place > question.had_place) --place;
      all.insert(place, std::move(question));
    };
    for (const job_descriptor* type : core_.types) {
      const served_type& of = core_.serving(*type);
      if (of.had_place >= expected_since_) continue;
      const bool coroutine = of.how->is_coroutine();
      if (!of.limit.is_reduced()) {
        asked_claim& once = coroutine ? coroutines_once : plain_once;
        (type->at_most_once ? once : coroutine ? coroutines : plain).op.types.push_back(type);
        continue;
      }
      const std::size_t most = difference(of.limit.limit(), of.running);
      add({.op = {.types = {type}},
           .coroutines = coroutine,
           .begins = type->at_most_once,
           .at_limit = most == 0,
           .most = most});
    }
    add(std::move(plain_once));
    add(std::move(coroutines_once));
    add(std::move(plain));
    add(std::move(coroutines));
    return all;
  }
  /// Gives each question its places, as long as there are some.
  void reserve(light_vector<asked_claim>& questions) {
    std::size_t workers = core_.pool->reserve(core_.options.workers, &core_.dispatcher_wakes);
    std::size_t places = difference(core_.options.coroutines, core_.coroutines);
    for (asked_claim& each : questions) {
      std::size_t& free = each.coroutines ? places : workers;
      // What begins by its claim cannot wait beside the others: it has half of what is free.
      each.reserved = least(each.most, each.begins ? free - free / 2 : free);
      free -= each.reserved;
      if (each.reserved == 0) continue;
      for (const job_descriptor* type : each.op.types) core_.serving(*type).had_place = round_;
    }
    core_.pool->give_back(workers);
  }
  /// As many jobs as have a place reserved, and so many more that wait for one. Without either the
  /// store is still asked to let jobs start whose work is done elsewhere, which need no worker.
  void add_claim(asked_claim asked) {
    asked.op.start = asked.begins ? asked.reserved : 0;
    asked.op.hold = asked.begins ? 0 : asked.reserved + asked.ahead;
    if (!asked.has_place()) {
      (asked.at_limit ? at_limit_ : asked.coroutines ? coroutines_wanted_ : workers_wanted_) = true;
      if (!work_expected_ && !more_elsewhere_) return;
      erase_if(asked.op.types, [](const job_descriptor* type) { return !type->starts_elsewhere; });
      if (asked.op.types.empty()) return;
    } else {
      asks_for_work_ = true;
    }
    asked.op.owner = core_.owner;
    // One for all of them together, whichever type it is of.
    asked.op.suspects = asked.reserved != 0 && core_.suspects == 0 ? 1 : 0;
    asked.op.after = last_claim_;
    if (asked.coroutines) core_.coroutines += asked.reserved;
    last_claim_ = &claims_.add(std::move(asked)).op;
    batch_.push_back(last_claim_);
  }
  static std::size_t difference(std::size_t most, std::size_t taken) {
    return most > taken ? most - taken : 0;
  }

  // --- What it answers
  // -----------------------------------------------------------------------------

  /// Whether the store itself is at fault, so that the same is to be tried again.
  bool failed(const storage::answer_state& answered) {
    if (answered || !storage::is_store_failure(answered.error().code)) return false;
    if (failed_ == nullptr) core_.complain(observe::event<"store_failed">, answered.error());
    trouble_cause_ = answered.error();
    failed_ = &trouble_cause_;
    return true;
  }

  /// A report that came too late tells that the attempt is not this engine's any more.
  void take_reports() {
    for (told_report& told : reports_) {
      attempt& run = *told.run;
      if (failed(told.op.answer)) {
        run.keep_unsaid(std::move(told.op));
        continue;
      }
      if (told.op.answer ? told.op.answer->cancel_requested
                         : told.op.answer.error().code == storage::errc::lease_lost)
        ask_to_stop(run, told.op.answer);
      else if (!told.op.answer)
        explain_refusal(told);
    }
    reports_.clear();
  }
  /// What a handler reports does not vanish without a word.
  void explain_refusal(told_report& told) {
    if (told.op.answer.error().code == storage::errc::already_terminal) return;  // the end tells
    core_.say(observe::log_level::error, observe::event<"report_refused">,
              describe(told.op.answer.error()), *told.run);
    if (is_too_large(told.op.answer)) told.run->keep_refused(std::move(told.op));
  }
  void take_starts() {
    for (told_start& told : starts_) {
      if (failed(told.op.answer)) continue;
      told.run->note_told_start();
      if (!told.run->is_over() && !told.run->how().is_coroutine())
        long_running_.push_back(told.run->shared_from_this());
      if (!told.op.answer || told.op.answer->cancel_requested)
        ask_to_stop(*told.run, told.op.answer);
    }
    starts_.clear();
    erase_if(entered_, [](attempt* run) { return run->told_start(); });
  }
  void ask_to_stop(attempt& run, const storage::answer_state& because) {
    if (!run.is_over())
      run.stop(because ? stop_reason::cancelled : stop_reason::lease_lost, core_.store.elapsed());
  }
  void take_ends() {
    erase_if(over_, [&](attempt* run) {
      if (failed(run->settlement().answer) || !settlement_.take(*run)) return false;
      work_expected_ |= settlement_.made_room();
      settled_.push_back(run);
      return true;
    });
    if (settled_.empty()) return;
    static_cast<void>(core_.runs.forget(settled_));
    core_.settled += settled_.size();
    settled_.clear();
  }

  /// How many jobs came.
  std::size_t take_claims() {
    std::size_t got = 0;
    for (asked_claim& asked : claims_) got += take_claim(asked);
    claims_.clear();
    last_claim_ = nullptr;
    // There may be more than this process could take: another one should look.
    if (got != 0 && asks_for_work_ && core_.more_expected) core_.store.transport().pass_work_on();
    return got;
  }
  std::size_t take_claim(asked_claim& asked) {
    auto& answer = asked.op.answer;
    std::size_t got = 0;
    launch(asked);
    if (answer) {
      core_.metrics->claimed(answer->jobs.size());
      got = answer->jobs.size() + answer->elsewhere;
      ++core_.claims;
      more_elsewhere_ |= answer->elsewhere != 0;
      if (answer->more && asked.has_place()) core_.more_expected = true;
      if (answer->next_due) note_due(*answer, got != 0);
    } else {
      work_expected_ = true;
      needs_enrolment_ |= answer.error().code == storage::errc::owner_lost;
      failed(answer);
    }
    return got;
  }

  /// Gives claimed jobs to the workers, and what was reserved for them to others. The engine may
  /// have begun to stop since they were asked for: then they go back.
  void launch(asked_claim& asked) {
    light_vector<shared_attempt> launched;
    if (asked.op.answer) launched = attempts_of(*asked.op.answer);
    if (!launched.empty() && !core_.runs.add(launched)) {
      give_back(launched);
      launched.clear();
    }
    launched_ |= !launched.empty();
    if (!launched.empty()) queued_at_ = core_.store.elapsed();
    for (const shared_attempt& run : launched) {
      run->note_queued(queued_at_);
      ++core_.serving(*run->job().type).running;
      if (run->job().suspect) ++core_.suspects;
      if (run->is_held()) ++core_.held;
      if (run->told_start() && !asked.coroutines) long_running_.push_back(run);
    }
    if (!asked.coroutines) {
      core_.pool->add(launched, asked.reserved);
      return;
    }
    core_.coroutines -= asked.reserved - launched.size();
    for (shared_attempt& run : launched) begin_coroutine(std::move(run));
  }
  light_vector<shared_attempt> attempts_of(storage::claim::answer_type& claimed) {
    light_vector<shared_attempt> out;
    out.reserve(claimed.jobs.size());
    const std::shared_ptr<engine_core> host = core_.shared_from_this();
    for (storage::claimed& job : claimed.jobs) {
      served_type& of = core_.serving(*job.type);
      const milliseconds waited = greatest(milliseconds{0}, claimed.at - job.created_at);
      out.push_back(std::allocate_shared<attempt>(attempt_memory::allocator<attempt>(memory_.get()),
                                                  std::move(job), *of.how, host, waited,
                                                  asked_at_));
    }
    return out;
  }
  void begin_coroutine(shared_attempt run) {
    if (core_.options.coroutines_on == nullptr) {
      core_.pool->add_first(std::move(run));
      return;
    }
    // What waits in another's queue owns nothing: the engine may go before its turn comes.
    core_.options.coroutines_on->post([waiting = std::weak_ptr(run)] {
      if (const shared_attempt next = waiting.lock()) next->begin();
    });
  }
  void give_back(const light_vector<shared_attempt>& some) {
    light_vector<storage::settle> ends;
    ends.reserve(some.size());
    light_vector<storage::operation_ptr> batch;
    for (const shared_attempt& run : some) {
      ends.push_back(run->new_settlement());
      ends.back().end = storage::attempt_end::given_back;
      batch.push_back(&ends.back());
    }
    core_.store.apply(batch);
  }

  /// What was due when the store looked, and yet did not come, is for another process. The store's
  /// own time says so: this process may be a moment ahead of it, and would miss what comes then.
  void note_due(const storage::claim::answer_type& told, bool came) {
    if (*told.next_due <= told.looked_at && !came) return;
    due_at_ = least(due_at_, *told.next_due);
  }

  // --- Waiting -----------------------------------------------------------------------------------

  /// When the store is asked again: what the last claim knew, or a commit has announced since.
  [[nodiscard]] milliseconds next_look(milliseconds now) const {
    // Without room nothing is asked, however long ago it was asked for the last time; unless there
    // may be work that needs none.
    if (without_room_ && (!core_.starts_elsewhere || core_.is_stopping()))
      return now + core_.options.poll;
    const milliseconds announced = core_.store.transport().due();
    const milliseconds known = least(looked_at_ + core_.options.poll, due_at_);
    return announced > looked_at_ ? least(known, announced) : known;
  }
  /// When all that is held by now, but for what idle workers are about to enter, is overdue.
  [[nodiscard]] milliseconds next_give_back(milliseconds now) const {
    const milliseconds last = queued_at_ + work_pace::patience;
    return last > now ? last : now + work_pace::patience;
  }
  void sleep() {
    const milliseconds now = core_.store.elapsed();
    // A server's clock that was set back does not keep the store from being asked until it has
    // caught up.
    looked_at_ = least(looked_at_, now);
    listens_again_at_ = least(listens_again_at_, now + time_for_others);
    const milliseconds next_look = this->next_look(now);
    milliseconds until = next_look;
    if (schedules != nullptr) until = least(until, schedules->next_look());
    if (!core_.runs.empty()) until = least(until, now + core_.options.progress_interval);
    // Free workers enter what was launched while it sleeps, and do not stop to wake it for that.
    if (std::exchange(launched_, false)) until = least(until, now + wake_signal::start_told_within);
    if (core_.held != 0) until = least(until, next_give_back(now));
    if (core_.starts_elsewhere && listens_again_at_ > now) until = least(until, listens_again_at_);
    core_.dispatcher_wakes.wait_until(wake_signal::clock::now() +
                                      greatest(until - now, milliseconds{1}));
    if (core_.store.elapsed() >= next_look) work_expected_ = true;
  }
  void enrol_again() {
    storage::enrol op{.label = core_.options.name, .types = core_.types};
    core_.store.apply_one(op);
    if (!op.answer) return;
    core_.owner = op.answer->owner;
    core_.seen_alive = core_.store.elapsed();
    needs_enrolment_ = false;
    work_expected_ = true;
  }

  engine_core& core_;
  settlement settlement_;
  pawl::detail::light_ptr<attempt_memory, attempt_memory::leaves> memory_{new attempt_memory};
  light_vector<storage::operation_ptr> batch_;
  light_vector<attempt*> over_;     ///< to be settled
  light_vector<attempt*> settled_;  ///< of them, while answers are looked at
  light_vector<attempt*> entered_;  ///< of whose start the store is to hear
  light_list<told_report> reports_;
  light_list<told_start> starts_;
  light_list<asked_claim> claims_;
  storage::claim* last_claim_ = nullptr;    ///< of those
  const storage::error* failed_ = nullptr;  ///< what is wrong with the store, since this round
  storage::error trouble_cause_{};
  interruptible_pause trouble_;
  bool work_expected_ = true;  ///< the store is worth asking
  bool needs_enrolment_ = false;
  bool workers_wanted_ = false;       ///< a question for work found no worker free
  bool coroutines_wanted_ = false;    ///< the same for coroutines
  bool at_limit_ = false;             ///< a type was not asked for because of its adaptive limit
  std::uint64_t round_ = 0;           ///< of those that ask for work
  std::uint64_t expected_since_ = 0;  ///< the round in which all types were to be asked for
  bool asks_for_work_ = false;        ///< a question of this round has a place for what comes
  bool more_elsewhere_ = false;  ///< the last claim let jobs start elsewhere; there may be more
  bool heard_ = false;           ///< the listener has taken an announcement since the last round
  milliseconds listens_again_at_{};  ///< without room, after an announcement was passed on
  bool launched_ = false;            ///< attempts, since it last slept
  milliseconds queued_at_{};         ///< when the last of them came
  work_pace pace_{};                 ///< of the jobs of all types together
  /// Attempts on workers of whose start the store knew before they were over.
  light_vector<shared_attempt> long_running_{};
  bool without_room_ = false;  ///< at the last round: until something ends, nothing is asked for
  milliseconds looked_at_{};   ///< when work of all types was last asked for
  milliseconds asked_at_{};    ///< when the last batch began
  milliseconds due_at_ = milliseconds::max();  ///< when, as far as is known, there will be some
};

}  // namespace pawl::runtime
