// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <atomic>
#include <memory>
#include <mutex>

#include <pawl/job/attempt_backend.hpp>
#include <pawl/runtime/runner.hpp>

namespace pawl::runtime {

using std::chrono::milliseconds;

/// Why a running attempt was asked to stop.
enum class stop_reason : unsigned char { none, canceled, timed_out, lease_lost, shutdown };

/// What an attempt asks of the engine that it runs in. It outlives the engine if a handler does,
/// and then answers that the lease is lost.
class attempt_host {
 public:
  attempt_host() = default;
  attempt_host(const attempt_host&) = delete;
  attempt_host& operator=(const attempt_host&) = delete;
  virtual ~attempt_host() = default;

  [[nodiscard]] virtual milliseconds elapsed() = 0;
  /// Some attempt has something to write down.
  virtual void note_report() = 0;
  /// Writes at once; false if the lease is lost.
  virtual bool write(const storage::report& now) = 0;
  virtual storage::result<storage::settle::answer> settle_in(const connection_ref& callers,
                                                             const storage::settle& end) = 0;
};

/// How long an attempt was in a stage.
struct stage_time {
  std::string stage{};
  milliseconds spent{};
};

/// One run of a handler, between the engine and the handler's context.
///
/// What the handler reports is kept here and written by the engine, at most every so often: a
/// chatty handler costs memory writes, not commits. A checkpoint is written at once.
class attempt final : public attempt_backend {
 public:
  attempt(storage::claimed job, const runner& how, std::shared_ptr<attempt_host> host)
      : job_(std::move(job)),
        how_(how),
        host_(std::move(host)),
        id_(to_string(job_.id)),
        progress_(job_.progress),
        stage_(job_.stage) {}

  [[nodiscard]] const storage::claimed& job() const { return job_; }
  [[nodiscard]] const runner& how() const { return how_; }
  [[nodiscard]] const storage::grant& lease() const { return job_.lease; }

  /// The job is started, or was when it was claimed.
  void begin(const storage::start::answer& start, milliseconds now) {
    job_.state = start.state;
    job_.attempt = start.attempt;
    job_.started_at = start.started_at;
    begun_at_ = now;
    begun_ = true;
  }
  [[nodiscard]] bool has_begun() const { return begun_; }
  /// Whether the attempt has begun and runs longer than it may.
  [[nodiscard]] bool is_overdue(milliseconds now) const {
    const milliseconds limit{job_.type->timeout.count};
    return begun_ && limit.count() > 0 && now - begun_at_.load() > limit;
  }

  /// Asks the handler to stop. The first reason counts.
  void stop(stop_reason why, milliseconds now) {
    stop_reason none = stop_reason::none;
    if (!why_.compare_exchange_strong(none, why)) return;
    stopped_at_ = now;
    stop_.request_stop();
  }
  [[nodiscard]] stop_reason stopped_because() const { return why_.load(); }
  /// Whether the handler was asked to stop so long ago.
  [[nodiscard]] bool ignores_stop(milliseconds now, milliseconds grace) const {
    return begun_ && stop_.stop_requested() && now - stopped_at_.load() > grace;
  }

  /// The attempt is over: its handler has come back, or the engine goes on without it. True for the
  /// first who says so; what the handler does afterwards is of no account.
  bool conclude() { return !over_.exchange(true); }
  [[nodiscard]] bool is_over() const { return over_.load(); }

  // A coroutine has a worker only until it waits for the first time.
  void enter_worker() { on_worker_ = true; }
  /// False if somebody has given up the worker meanwhile.
  bool leave_worker() { return on_worker_.exchange(false); }
  /// The worker is taken for stuck. False if there is none.
  bool give_up_worker() { return on_worker_.exchange(false); }

  /// What is to be written down, if there is something and the last time is long enough ago.
  std::optional<storage::report> take_report(milliseconds now, milliseconds interval) {
    const std::scoped_lock lock(mutex_);
    if (!dirty_ || is_over() || completed_ || (reported_at_ && now - *reported_at_ < interval))
      return {};
    reported_at_ = now;
    return make_report();
  }
  /// The same at the end of the attempt, however long ago the last time is.
  std::optional<storage::report> take_last_report() {
    const std::scoped_lock lock(mutex_);
    if (!dirty_ || completed_) return {};
    return make_report();
  }
  /// Whether something waits to be written down.
  [[nodiscard]] bool has_news() const {
    const std::scoped_lock lock(mutex_);
    return dirty_;
  }
  /// The store could not be told; the next report tells it.
  void keep_unsaid(storage::report&& told) {
    const std::scoped_lock lock(mutex_);
    found_.audit.merge(told.findings.audit);  // what was found since then is newer, and stays
    if (message_.empty()) message_ = std::move(told.message);
    note_news();
  }
  /// What the handler has left behind and nobody has written down yet. Artifacts are those of a
  /// success: no partial one stays behind. It stays here: the store may not take it at once.
  [[nodiscard]] storage::findings findings(bool succeeded) const {
    const std::scoped_lock lock(mutex_);
    return succeeded ? found_ : storage::findings{.artifacts = {}, .audit = found_.audit};
  }
  /// The stages that the attempt has been in, the last one up to now.
  std::vector<stage_time> take_stage_times(milliseconds now) {
    const std::scoped_lock lock(mutex_);
    leave_stage(now);
    return std::exchange(stage_times_, {});
  }

  // For the handler's context.
  [[nodiscard]] std::string_view job_id() const override { return id_; }
  [[nodiscard]] unsigned number() const override { return job_.attempt; }
  [[nodiscard]] std::uint64_t fence() const override { return job_.lease.fence; }
  [[nodiscard]] const principal& requested_by() const override { return job_.who; }
  [[nodiscard]] std::string_view correlation() const override { return job_.correlation; }
  [[nodiscard]] std::string_view traceparent() const override { return job_.traceparent; }
  [[nodiscard]] std::stop_token stop_token() const override { return stop_.get_token(); }

  bool enter_stage(std::string_view stage, int progress) override {
    const milliseconds now = host_->elapsed();
    const std::scoped_lock lock(mutex_);
    leave_stage(now);
    in_stage_since_ = now;
    stage_ = stage;
    progress_ = progress;
    note_news();
    return !is_over();
  }
  bool report(int progress, std::string_view message) override {
    const std::scoped_lock lock(mutex_);
    progress_ = progress;
    if (!message.empty()) message_ = message;
    note_news();
    return !is_over();
  }
  bool save_checkpoint(std::string bytes) override {
    if (is_over() || completed_) return false;
    storage::report now{.lease = job_.lease, .type = job_.type};
    {
      const std::scoped_lock lock(mutex_);
      saved_ = bytes;
      now.progress = progress_;
      now.stage = stage_;
      now.findings = take_audit();
    }
    now.checkpoint = std::move(bytes);
    if (host_->write(now)) return true;
    keep_unsaid(std::move(now));
    return false;
  }
  [[nodiscard]] std::optional<std::string> checkpoint() const override {
    const std::scoped_lock lock(mutex_);
    return saved_ ? saved_ : job_.checkpoint;
  }
  void audit(std::string_view field, std::string value) override {
    const std::scoped_lock lock(mutex_);
    found_.audit.insert_or_assign(std::string(field), std::move(value));
    note_news();
  }
  void add_artifact(std::string_view name, std::string value) override {
    const std::scoped_lock lock(mutex_);
    found_.artifacts.emplace_back(name, std::move(value));
  }
  void log(std::string_view message) override {
    const std::scoped_lock lock(mutex_);
    message_ = message;
    note_news();
  }
  expected<void, job_error> complete_in(const connection_ref& callers,
                                        std::string result) override {
    const storage::settle end{.lease = job_.lease,
                              .type = job_.type,
                              .result = std::move(result),
                              .findings = findings(true)};
    // From here on the caller's transaction keeps everybody else from the store, us included.
    completed_ = true;
    if (const auto done = host_->settle_in(callers, end); !done)
      return unexpected<job_error>(job_error{name_of(done.error().code), done.error().message, {}});
    return {};
  }

 private:
  void note_news() {
    dirty_ = true;
    host_->note_report();
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
  storage::findings take_audit() { return {.audit = std::exchange(found_.audit, {})}; }
  void leave_stage(milliseconds now) {
    if (in_stage_since_) stage_times_.push_back({stage_, now - *in_stage_since_});
    in_stage_since_.reset();
  }

  storage::claimed job_;
  runner how_;
  std::shared_ptr<attempt_host> host_;
  std::string id_;
  std::atomic<bool> begun_{false};
  std::atomic<milliseconds> begun_at_{milliseconds{0}};
  std::stop_source stop_;
  std::atomic<stop_reason> why_{stop_reason::none};
  std::atomic<milliseconds> stopped_at_{milliseconds{0}};
  std::atomic<bool> over_{false};
  std::atomic<bool> on_worker_{false};
  std::atomic<bool> completed_{false};  ///< inside a transaction of the handler's own

  mutable std::mutex mutex_;
  int progress_;
  std::string stage_;
  std::string message_;
  storage::findings found_;
  std::vector<stage_time> stage_times_;
  std::optional<milliseconds> in_stage_since_{};
  std::optional<std::string> saved_;
  bool dirty_ = false;
  std::optional<milliseconds> reported_at_{};
};

}  // namespace pawl::runtime
