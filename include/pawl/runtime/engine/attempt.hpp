// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <span>

#include <pawl/detail/light_ptr.hpp>
#include <pawl/job/id_source.hpp>
#include <pawl/job/stop_token.hpp>
#include <pawl/observe/span.hpp>
#include <pawl/runtime/engine/runner.hpp>
#include <pawl/runtime/engine/session_backend.hpp>
#include <pawl/storage/logic/admission.hpp>
#include <pawl/storage/queries.hpp>

namespace pawl::runtime {

using std::chrono::milliseconds;

/// Why a running attempt was asked to stop.
enum class stop_reason : unsigned char { none, cancelled, timed_out, lease_lost, shutdown };

/// Whether the store would have taken less.
[[nodiscard]] inline bool is_too_large(const storage::answer_state& answered) {
  return !answered && answered.error().code == storage::errc::payload_too_large;
}

class attempt;

/// What an attempt asks of the engine that it belongs to. It outlives the engine if a handler does,
/// and then answers that the lease is lost.
class attempt_host {
 public:
  attempt_host() = default;
  attempt_host(const attempt_host&) = delete;
  attempt_host& operator=(const attempt_host&) = delete;
  virtual ~attempt_host() = default;

  [[nodiscard]] virtual milliseconds elapsed() = 0;
  [[nodiscard]] virtual instant now() = 0;
  /// A worker is about to enter a job that was held: the last moment in which the attempt can be
  /// asked to stop without a trace.
  virtual void before_entry(const attempt& run) = 0;
  /// A worker enters the handler: the store is to hear of it.
  virtual void entered(attempt& run) = 0;
  /// Whether attempts are collected as spans.
  [[nodiscard]] virtual bool follows_spans() const = 0;
  /// The handler has marked its first output, so long after it was entered.
  virtual void first_output(const attempt& run, milliseconds after) = 0;
  /// The handler has reported something that is to be written down.
  virtual void reported() = 0;
  /// The handler has come back, or the engine goes on without it.
  virtual void concluded(attempt& run) = 0;
  /// Operations of the handler itself, at once. False if the engine is gone.
  virtual bool write(std::span<const storage::operation_ptr> batch) = 0;
  virtual void join(const connection_ref& callers, storage::operation_ptr op) = 0;
  /// The record of a job as it is stored; refused if the engine is gone.
  virtual storage::answer_to<job_record> look(const storage::scope& who,
                                              const pawl::job_id& id) = 0;
  /// What came of other jobs.
  virtual storage::answer_to<storage::stored_results> results(const storage::scope& who,
                                                              slice<pawl::job_id> ids) = 0;
  /// Whether a transaction, which may be the handler's own, keeps others from the store.
  virtual bool store_is_held() = 0;
  /// Gives a job that a handler submits its id, and says how many may wait beside it.
  virtual void number(storage::submit& child) = 0;
};

/// How long an attempt was in a stage.
struct stage_time {
  std::string stage{};
  milliseconds spent{};
};

/// One run of a handler, from the claim to the store's answer. Its life, and the thread that takes
/// each step:
///
///     claimed     the dispatcher: held; or, if it is a suspect, begun by the claim itself
///     entered     a worker: `enter`; a held one's start is written with the dispatcher's next
///                 commit, at the latest together with its end
///     run         the worker: the handler, which sees this through its context
///     concluded   the worker, or the lease keeper if the handler does not stop: `conclude`, once
///     settled     the dispatcher: what `settlement` says is stored, and the attempt is forgotten
///
/// What the handler reports is kept here and written by the dispatcher, at most every so often: a
/// chatty handler costs memory writes, not commits. A checkpoint is written at once.
class attempt final : public driven_attempt, public std::enable_shared_from_this<attempt> {
 public:
  /// `waited` is how long the job had waited when it was claimed, which was at `claimed_at`.
  attempt(storage::claimed&& job, const runner& how, std::shared_ptr<attempt_host> host,
          milliseconds waited, milliseconds claimed_at)
      : job_(std::move(job)),
        how_(how),
        host_(std::move(host)),
        waited_(waited),
        claimed_at_(claimed_at),
        told_start_(job_.started),
        end_(new_settlement()),
        progress_(job_.progress),
        stage_(job_.stage) {}

  // --- Claimed -----------------------------------------------------------------------------------

  [[nodiscard]] const storage::claimed& job() const override { return job_; }
  [[nodiscard]] const runner& how() const override { return how_; }
  [[nodiscard]] storage::settle& handlers_end() override { return end_; }
  [[nodiscard]] const storage::lease_token& lease() const { return job_.lease; }
  [[nodiscard]] attempt_host* host() const { return host_.get(); }
  [[nodiscard]] milliseconds claimed_at() const { return claimed_at_; }
  /// When the dispatcher put it into the queue of the workers, which is after the claim's commit.
  [[nodiscard]] milliseconds queued_at() const { return queued_at_; }
  void note_queued(milliseconds at) { queued_at_ = at; }

  /// Whether the store knows that the job has begun: by its claim, or by a `start` since.
  [[nodiscard]] bool told_start() const { return told_start_.load(); }
  void note_told_start() { told_start_ = true; }
  /// Whether it counts as one that waits for a worker, as long as none has entered it: the store
  /// does not say that it has begun, and it is no coroutine, which does not wait for long.
  [[nodiscard]] bool is_held() const { return !told_start() && !how_.is_coroutine(); }

  // --- Entered -----------------------------------------------------------------------------------

  /// A worker takes it. False if the handler is not to be entered: the attempt is over, or was
  /// asked to stop before its turn came.
  bool enter() {
    if (is_over()) return false;
    if (is_held()) host_->before_entry(*this);
    if (stopped_because() != stop_reason::none) {
      end_.end = told_start() ? storage::attempt_end::cancelled : storage::attempt_end::given_back;
      conclude();
      return false;
    }
    if (host_->follows_spans()) begin_span();
    entered_at_ = host_->elapsed().count();
    host_->entered(*this);
    return true;
  }
  [[nodiscard]] bool has_entered() const { return entered_at_.load() != not_yet; }
  /// How long the job has waited for a worker, from its submission to now.
  [[nodiscard]] milliseconds waited() const { return waited_ + held_for(); }
  /// How long it was in the hands of this process when a worker entered it.
  [[nodiscard]] milliseconds held_for() const {
    return milliseconds{entered_at_.load()} - claimed_at_;
  }
  /// How long ago a worker entered it.
  [[nodiscard]] milliseconds entered_ago(milliseconds now) const {
    return now - milliseconds{entered_at_.load()};
  }
  /// Whether the handler runs longer than it may.
  [[nodiscard]] bool is_overdue(milliseconds now) const {
    const milliseconds limit = timeout();
    return limit.count() > 0 && has_entered() && entered_ago(now) > limit;
  }
  /// How long the handler may run: as long as was said when the job was submitted, or by its type;
  /// zero: for ever.
  [[nodiscard]] milliseconds timeout() const {
    return job_.timeout.count() != 0 ? job_.timeout : milliseconds{job_.type->timeout.count};
  }
  /// When it is given up that does not heed its timeout: as long after it as its type says.
  [[nodiscard]] milliseconds rescue() const {
    const std::int64_t grace =
        job_.type->timeout.count == 0 ? 60'000 : job_.type->rescue.count - job_.type->timeout.count;
    return timeout() + milliseconds{grace};
  }
  /// What tells the store of the entry, if it has not heard of it.
  [[nodiscard]] storage::start start(milliseconds now) const {
    return {.lease = job_.lease, .type = job_.type, .entered_ago = entered_ago(now)};
  }

  // --- Run ---------------------------------------------------------------------------------------

  /// Runs a handler to its end, or begins a coroutine, on the calling worker. False if the worker
  /// was replaced meanwhile, which ends it.
  bool run() { return !enter() || run_entered(); }
  bool run_entered() {
    if (how_.is_coroutine()) {
      on_worker_ = true;
      how_.drive(shared_from_this());
      return on_worker_.exchange(false);
    }
    how_.run(how_.handler, *this, job_, end_);
    return conclude();
  }
  /// Begins a coroutine on a thread that is no worker.
  void begin() {
    if (enter()) how_.drive(shared_from_this());
  }

  /// Asks the handler to stop. The first reason counts.
  void stop(stop_reason why, milliseconds now) {
    stop_reason none = stop_reason::none;
    if (!why_.compare_exchange_strong(none, why)) return;
    stopped_at_ = now;
    stop_source().request_stop();
  }
  [[nodiscard]] stop_reason stopped_because() const { return why_.load(); }
  /// Whether the handler was asked to stop too long ago: it has until the type's rescue after its
  /// timeout, and this long after any other reason.
  [[nodiscard]] bool ignores_stop(milliseconds now, milliseconds grace) const {
    const stop_reason why = stopped_because();
    if (!has_entered() || why == stop_reason::none) return false;
    if (why == stop_reason::timed_out) return entered_ago(now) > rescue();
    return now - stopped_at_.load() > grace;
  }

  // --- Concluded ---------------------------------------------------------------------------------

  /// The attempt is over, as its handler has left it. True for the first caller; what the handler
  /// does afterwards is of no account.
  bool conclude() override {
    if (over_.exchange(true)) return false;
    if (has_entered()) ran_for_ = entered_ago(host_->elapsed());
    host_->concluded(*this);
    return true;
  }
  /// The same with another end than the handler's, which may still be at work on its own.
  bool conclude(storage::settle instead) {
    if (over_.exchange(true)) return false;
    if (has_entered()) ran_for_ = entered_ago(host_->elapsed());
    instead_ = pawl::detail::light_ptr<storage::settle>(new storage::settle(std::move(instead)));
    host_->concluded(*this);
    return true;
  }
  /// The same without a word to the store: the job goes back, or is another's.
  bool abandon() { return !over_.exchange(true); }
  [[nodiscard]] bool is_over() const { return over_.load(); }
  /// How long its handler ran, once it has concluded.
  [[nodiscard]] milliseconds ran_for() const { return ran_for_; }
  /// The lease keeper goes on without the handler. True if a worker is stuck with it.
  [[nodiscard]] bool give_up_worker() { return !how_.is_coroutine() || on_worker_.exchange(false); }

  // --- Settled -----------------------------------------------------------------------------------

  /// What the store is to hear of a concluded attempt, which the dispatcher alone looks at. The
  /// same object when it has to be told again.
  [[nodiscard]] storage::settle& settlement() { return instead_ ? *instead_ : end_; }
  /// Whether the store has ever taken the job's end inside a transaction of the handler's.
  [[nodiscard]] bool has_completed() const { return was_completed_.load(); }
  [[nodiscard]] storage::settle new_settlement() const {
    return {.lease = job_.lease, .type = job_.type};
  }
  /// What is told of the attempt to those who collect spans; null: there is none.
  [[nodiscard]] observe::span* span() const { return span_.load(std::memory_order_acquire); }
  /// Why the handler's newest checkpoint can never be stored; empty if it can.
  [[nodiscard]] std::string refused_checkpoint() const {
    const std::scoped_lock lock(reports_);
    return refused_checkpoint_;
  }
  /// Whether the handler has not reported or left behind anything, nor been in a stage.
  [[nodiscard]] bool is_silent() const { return silent_.load(); }
  /// What the handler has left behind and the store has not been told. Artifacts are those of a
  /// success: no partial one stays behind. It stays here: the store may not take it at once.
  [[nodiscard]] storage::findings findings(bool succeeded) const {
    const std::scoped_lock lock(reports_);
    return succeeded ? found_ : audit_only(found_.audit);
  }
  /// The jobs that the handler has submitted go with its end, which is a success.
  void hand_over_children(storage::settle& end) {
    const std::scoped_lock lock(reports_);
    if (!children_.empty()) end.children = std::exchange(children_, {});
  }
  /// The same for an end that was told inside a transaction of the handler's own.
  light_vector<storage::submit> take_children() {
    const std::scoped_lock lock(reports_);
    return std::exchange(children_, {});
  }
  /// The stages that the attempt has been in, the last one up to now.
  light_vector<stage_time> take_stage_times(milliseconds now) {
    const std::scoped_lock lock(reports_);
    leave_stage(now);
    return std::exchange(stage_times_, {});
  }

  // --- Reports -----------------------------------------------------------------------------------

  /// What is to be written down, if there is something and the last time is long enough ago.
  storage::maybe<storage::report> take_report(milliseconds now, milliseconds interval) {
    const std::scoped_lock lock(reports_);
    if (!dirty_ || is_over() || completed_ || (reported_at_ && now - *reported_at_ < interval))
      return {};
    reported_at_ = now;
    return make_report();
  }
  /// The same at the end of the attempt, however long ago the last time is. Audit fields go with
  /// the end itself, which is not refused because of them.
  storage::maybe<storage::report> take_last_report() {
    const std::scoped_lock lock(reports_);
    if (!dirty_ || (completed_ && end_.end == storage::attempt_end::settled)) return {};
    audit_waits_for_end_ = true;
    return make_report();
  }
  /// Whether something waits to be written down.
  [[nodiscard]] bool has_news() const {
    const std::scoped_lock lock(reports_);
    return dirty_;
  }
  /// The store could not be told; the next report tells it.
  void keep_unsaid(storage::report&& told) {
    const std::scoped_lock lock(reports_);
    keep(std::move(told));
  }
  /// The store will not have the audit fields. The next report comes without them; the end of the
  /// attempt brings them, and the store decides there what becomes of an end that is too large.
  void keep_refused(storage::report&& told) {
    const std::scoped_lock lock(reports_);
    audit_waits_for_end_ = true;
    keep(std::move(told));
  }

  // --- For the handler's context -----------------------------------------------------------------

  [[nodiscard]] std::string_view job_id() const override {
    const std::scoped_lock lock(reports_);
    if (id_.empty()) id_ = to_string(job_.id);
    return id_;
  }
  [[nodiscard]] unsigned number() const override { return job_.attempt; }
  [[nodiscard]] std::uint64_t fence() const override { return job_.lease.fence; }
  [[nodiscard]] const principal& requested_by() const override { return *job_.who; }
  [[nodiscard]] std::string_view correlation() const override { return job_.correlation; }
  [[nodiscard]] std::string_view traceparent() const override {
    const observe::span* const own = span();
    return own != nullptr ? std::string_view(own->traceparent) : std::string_view(job_.traceparent);
  }
  [[nodiscard]] bool stop_requested() const override {
    return stopped_because() != stop_reason::none;
  }
  void show_stop_token(stop_token_place& to) const override {
    to.token = stop_source().get_token();
  }

  [[nodiscard]] instant now() const override { return host_->now(); }
  void mark_first_output() override {
    if (!had_output_.exchange(true)) host_->first_output(*this, entered_ago(host_->elapsed()));
  }
  bool enter_stage(std::string_view stage, int progress) override {
    const milliseconds now = host_->elapsed();
    const std::scoped_lock lock(reports_);
    leave_stage(now);
    in_stage_since_ = now;
    stage_ = stage;
    progress_ = progress;
    note_news();
    return !is_over();
  }
  bool report(int progress, std::string_view message) override {
    const std::scoped_lock lock(reports_);
    progress_ = progress;
    if (!message.empty()) message_ = message;
    note_news();
    return !is_over();
  }
  inline bool save_checkpoint(std::string bytes) override;
  void refuse_checkpoint(std::string why) override {
    const std::scoped_lock lock(reports_);
    message_ = why;
    refused_checkpoint_ = std::move(why);
    note_news();
  }
  [[nodiscard]] std::optional<std::string> checkpoint() const override {
    const std::scoped_lock lock(reports_);
    return saved_ ? saved_ : job_.checkpoint;
  }
  void audit(std::string_view field, std::string value) override {
    const std::scoped_lock lock(reports_);
    found_.audit[std::string(field)] = std::move(value);
    note_news();
  }
  void add_artifact(std::string_view name, std::string value) override {
    const std::scoped_lock lock(reports_);
    found_.artifacts.push_back({std::string(name), std::move(value)});
    silent_ = false;
  }
  [[nodiscard]] std::optional<std::string> artifact(std::string_view name) const override {
    {
      const std::scoped_lock lock(reports_);
      for (std::size_t i = found_.artifacts.size(); i-- != 0;)
        if (found_.artifacts[i].name == name) return found_.artifacts[i].value;
    }
    const auto stored = host_->look(storage::scope::tenant(job_.who->tenant), job_.id);
    if (!stored) return {};
    const pawl::artifact* const newest = stored->newest_artifact(name);
    if (newest == nullptr) return {};
    return newest->value;
  }
  void set_link(std::string url, instant until) override {
    const std::scoped_lock lock(reports_);
    found_.link = result_link{std::move(url), until};
    silent_ = false;
  }
  void log(std::string_view message) override {
    const std::scoped_lock lock(reports_);
    message_ = message;
    note_news();
  }
  inline std::string read_outputs(pawl::detail::awaited_outputs& of) const override;
  inline expected<void, job_error> prepare_child(storage::submit& child,
                                                 const submit_options& options) override;
  inline expected<void, job_error> add_child(storage::submit&& child) override;
  inline expected<void, job_error> complete_in(const connection_ref& callers,
                                               std::string result) override;

  ~attempt() override { delete span_.load(std::memory_order_relaxed); }
  attempt(const attempt&) = delete;
  attempt& operator=(const attempt&) = delete;

 private:
  friend class attempts;
  static constexpr std::int64_t not_yet = -1;

  /// By the worker that enters the handler; the dispatcher may look at the same time.
  void begin_span() {
    thread_local pawl::detail::random_bytes random;
    pawl::detail::light_ptr<observe::span> made(new observe::span);
    observe::detail::link(*made, job_.traceparent, random.next(), random.next(), random.next());
    made->handler = std::string_view(job_.type->handler);
    made->tenant = job_.who->tenant;
    made->job = job_.id;
    made->attempt = job_.attempt;
    made->began = std::chrono::system_clock::now();
    span_.store(made.release(), std::memory_order_release);
  }

  /// Whether the handler's own writes go to the store. While its transaction is open they would
  /// wait for it; when it was rolled back, which only the store's being free tells, they go on.
  bool may_write() {
    if (is_over()) return false;
    if (completed_ && host_->store_is_held()) return false;
    completed_ = false;
    return true;
  }

  /// Made when it is first asked for: most handlers are over before anything could stop them.
  [[nodiscard]] std::stop_source stop_source() const {
    const std::scoped_lock lock(reports_);
    if (!stop_.stop_possible()) stop_ = std::stop_source();
    return stop_;
  }
  static void take_output(pawl::detail::awaited_output& to, const storage::stored_result& from);
  void note_news() {
    dirty_ = true;
    silent_ = false;
    host_->reported();
  }
  storage::report make_report() {
    dirty_ = false;
    return {.lease = job_.lease,
            .type = job_.type,
            .progress = progress_,
            .stage = stage_,
            .message = std::exchange(message_, {}),
            .checkpoint = {},
            .findings = take_audit()};
  }
  storage::findings take_audit() {
    if (audit_waits_for_end_) return {};
    return audit_only(std::exchange(found_.audit, {}));
  }
  static storage::findings audit_only(std::map<std::string, std::string> audit) {
    return {.artifacts = {}, .audit = std::move(audit), .link = {}};
  }
  void keep(storage::report&& told) {
    found_.audit.merge(told.findings.audit);  // what was found since then is newer, and stays
    if (message_.empty()) message_ = std::move(told.message);
    note_news();
  }
  void leave_stage(milliseconds now) {
    if (in_stage_since_) stage_times_.push_back({stage_, now - *in_stage_since_});
    in_stage_since_.reset();
  }

  const storage::claimed job_;
  const runner& how_;
  const std::shared_ptr<attempt_host> host_;
  const milliseconds waited_;
  const milliseconds claimed_at_;
  std::atomic<bool> told_start_;
  std::atomic<std::int64_t> entered_at_{not_yet};
  std::atomic<stop_reason> why_{stop_reason::none};
  std::atomic<milliseconds> stopped_at_{milliseconds{0}};
  std::atomic<bool> over_{false};
  std::atomic<bool> on_worker_{false};  ///< a coroutine has a worker until it waits for something
  std::atomic<bool> completed_{false};  ///< inside a transaction of the handler's own
  std::atomic<bool> was_completed_{false};
  std::atomic<bool> had_output_{false};
  std::atomic<observe::span*> span_{nullptr};  ///< owned; written by the worker that enters
  std::atomic<bool> silent_{true};   ///< until the handler's threads have something to say
  std::size_t place_ = 0;            ///< in `attempts`, under its lock
  std::uint64_t listed_as_ = 0;      ///< its number there, as well
  milliseconds queued_at_{};         ///< written by the dispatcher before a worker sees it
  milliseconds ran_for_{};           ///< written by who concludes, then the dispatcher's
  attempt* next_entered_ = nullptr;  ///< in the news, by who adds it to them
  attempt* next_over_ = nullptr;
  storage::settle end_;  ///< the handler's, until it has concluded; then the dispatcher's
  pawl::detail::light_ptr<storage::settle>
      instead_{};  ///< written by `conclude`, then the dispatcher's

  mutable std::mutex reports_;  ///< for all that follows: the handler's threads and the dispatcher
  mutable std::string id_;
  mutable std::stop_source stop_{std::nostopstate};
  int progress_;
  std::string stage_;
  std::string message_;
  storage::findings found_;
  light_vector<storage::submit> children_;
  std::size_t children_bytes_ = 0;
  light_vector<stage_time> stage_times_;
  storage::maybe<milliseconds> in_stage_since_{};
  std::optional<std::string> saved_;
  std::string refused_checkpoint_;  ///< why the newest one can never be stored; empty: it can
  bool dirty_ = false;
  bool audit_waits_for_end_ = false;
  storage::maybe<milliseconds> reported_at_{};
};

inline bool attempt::save_checkpoint(std::string bytes) {
  if (!may_write()) return false;
  storage::report now{.lease = job_.lease, .type = job_.type};
  {
    const std::scoped_lock lock(reports_);
    saved_ = bytes;
    now.progress = progress_;
    now.stage = stage_;
    now.findings = take_audit();
  }
  now.checkpoint = std::move(bytes);
  // A job that is held writes nothing: its start goes first, in the same commit.
  storage::start begun = start(host_->elapsed());
  const storage::operation_ptr both[] = {&begun, &now};
  const bool held = !told_start();
  bool written = host_->write(std::span(both).subspan(held ? 0 : 1));
  if (held && begun.answer) note_told_start();
  if (written && is_too_large(now.answer) && !now.findings.audit.empty()) {
    // The audit fields may be what is too large, and the checkpoint is not to suffer for them.
    keep_refused({.findings = std::exchange(now.findings, {})});
    written = host_->write(std::span(both).subspan(1));
  }
  const bool stored = written && now.answer;
  {
    const std::scoped_lock lock(reports_);
    refused_checkpoint_.clear();
    if (written && is_too_large(now.answer)) refused_checkpoint_ = now.answer.error().message;
  }
  if (!stored) keep_unsaid(std::move(now));
  return stored;
}

/// In portions, and each job once: an input may hold the outputs of thousands, and one of them in
/// several places.
inline std::string attempt::read_outputs(pawl::detail::awaited_outputs& of) const {
  constexpr std::size_t at_once = 256;
  auto& all = of.all;
  pawl::detail::sort_by(all, [](const auto& a, const auto& b) { return a->id < b->id; });
  const storage::scope who = storage::scope::tenant(job_.who->tenant);
  light_vector<pawl::job_id> ids;
  for (std::size_t next = 0; next < all.size();) {
    ids.clear();
    std::size_t end = next;
    for (; end < all.size() && (ids.size() < at_once || ids.back() == all[end]->id); ++end)
      if (ids.empty() || ids.back() != all[end]->id) ids.push_back(all[end]->id);
    const auto found = host_->results(who, {ids.data(), ids.size()});
    if (!found) return describe(found.error());
    for (std::size_t place = 0; next < end; ++next) {
      while (ids[place] != all[next]->id) ++place;
      take_output(*all[next], (*found)[place]);
    }
  }
  return {};
}
inline void attempt::take_output(pawl::detail::awaited_output& to,
                                 const storage::stored_result& from) {
  if (from.error) to.failure = *from.error;
  if (from.state.empty() || (from.kind == kind::success && !from.value))
    to.missing = missing_output::not_kept;
  else if (from.kind == kind::cancelled)
    to.missing = missing_output::was_cancelled;
  else if (from.kind != kind::success)
    to.missing = missing_output::failed;
  else
    to.missing = to.read(to, *from.value) ? missing_output::none : missing_output::undecodable;
}
inline expected<void, job_error> attempt::prepare_child(storage::submit& child,
                                                        const submit_options& options) {
  const auto refuse = [](storage::errc code, std::string message) {
    return unexpected<job_error>(job_error{name_of(code), std::move(message), {}});
  };
  if (is_over())
    return refuse(storage::errc::lease_lost, "the attempt is over; nothing more comes of it");
  submit_options all = options;
  if (all.correlation.empty()) all.correlation = correlation();
  if (all.correlation.empty()) all.correlation = job_id();
  if (all.traceparent.empty()) all.traceparent = traceparent();
  principal who = *job_.who;
  who.trigger = trigger::system;
  if (auto filled = fill_in(child, who, all); !filled)
    return refuse(filled.error().code, std::move(filled.error().message));
  child.submitted_by = job_.id;
  host_->number(child);
  return {};
}

inline expected<void, job_error> attempt::add_child(storage::submit&& child) {
  const auto refuse = [](storage::errc code, std::string message) {
    return unexpected<job_error>(job_error{name_of(code), std::move(message), {}});
  };
  // What the store would say without looking, while the handler can still do something about it.
  if (auto flaw = storage::logic::flaw_of(child, host_->now().time_since_epoch().count()))
    return refuse(flaw->code, std::move(flaw->message));
  const std::scoped_lock lock(reports_);
  if (children_.size() == storage::most_children)
    return refuse(storage::errc::invalid,
                  "an attempt submits at most 10000 jobs; submit one that submits the rest");
  if (children_bytes_ + child.payload.size() > storage::most_children_bytes)
    return refuse(storage::errc::payload_too_large,
                  "the inputs of all jobs that an attempt submits have at most 64 MiB; store them "
                  "elsewhere and submit their addresses");
  children_bytes_ += child.payload.size();
  children_.push_back(std::move(child));
  return {};
}

inline expected<void, job_error> attempt::complete_in(const connection_ref& callers,
                                                      std::string result) {
  storage::settle end = new_settlement();
  end.result = std::move(result);
  end.findings = findings(true);
  {
    const std::scoped_lock lock(reports_);
    end.children = children_;  // it may be rolled back, and come again
  }
  if (!told_start()) end.entered_ago = entered_ago(host_->elapsed());
  // From here on the caller's transaction keeps all others from the store, this engine included.
  completed_ = true;
  host_->join(callers, &end);
  if (end.answer) {
    was_completed_ = true;
    return {};
  }
  completed_ = false;
  return unexpected<job_error>(
      job_error{name_of(end.answer.error().code), end.answer.error().message, {}});
}

}  // namespace pawl::runtime
