// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <atomic>
#include <functional>
#include <mutex>

#include <pawl/job/attempt_backend.hpp>
#include <pawl/runtime/runner.hpp>

namespace pawl::runtime {

using std::chrono::milliseconds;

/// Why a running attempt was asked to stop.
enum class stop_reason : unsigned char { none, canceled, timed_out, lease_lost, shutdown };

/// One run of a handler, between the engine and the handler's context.
///
/// What the handler reports is kept here and written by the engine, at most every so often: a
/// chatty handler costs memory writes, not commits. A checkpoint is written at once.
class attempt final : public attempt_backend {
 public:
  /// Writes a checkpoint; false if the lease is lost.
  using write_through = std::function<bool(const storage::report&)>;

  attempt(storage::claimed job, const runner& how, write_through write)
      : job_(std::move(job)),
        how_(how),
        write_(std::move(write)),
        id_(to_string(job_.id)),
        progress_(job_.progress),
        stage_(job_.stage) {}

  [[nodiscard]] const storage::claimed& job() const { return job_; }
  [[nodiscard]] const runner& how() const { return how_; }
  [[nodiscard]] const storage::grant& lease() const { return job_.lease; }

  /// The job is started, or was when it was claimed.
  void begin(state_number state, unsigned number, milliseconds now) {
    job_.state = state;
    job_.attempt = number;
    begun_at_ = now;
    begun_ = true;
  }
  /// Whether the attempt has begun and runs longer than it may.
  [[nodiscard]] bool is_overdue(milliseconds now) const {
    const milliseconds limit{job_.type->timeout.count};
    return begun_ && limit.count() > 0 && now - begun_at_.load() > limit;
  }

  attempt_result run() { return how_.run(how_.handler, *this, job_); }

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

  /// The engine has settled the job without the handler, or lost it: what the handler still does is
  /// of no account. True for the first who says so.
  bool abandon() { return !abandoned_.exchange(true); }
  [[nodiscard]] bool is_abandoned() const { return abandoned_.load(); }

  /// What is to be written down, if there is something and the last time is long enough ago.
  std::optional<storage::report> take_report(milliseconds now, milliseconds interval) {
    const std::scoped_lock lock(mutex_);
    if (!dirty_ || (reported_at_ && now - *reported_at_ < interval)) return {};
    dirty_ = false;
    reported_at_ = now;
    return storage::report{.lease = job_.lease,
                           .type = job_.type,
                           .progress = progress_,
                           .stage = stage_,
                           .message = std::exchange(message_, {}),
                           .checkpoint = {},
                           .findings = std::exchange(found_, {})};
  }
  /// What the handler has left behind and nobody has written down yet.
  storage::findings take_findings() {
    const std::scoped_lock lock(mutex_);
    return std::exchange(found_, {});
  }

  // For the handler's context.
  [[nodiscard]] std::string_view job_id() const override { return id_; }
  [[nodiscard]] unsigned number() const override { return job_.attempt; }
  [[nodiscard]] std::uint64_t fence() const override { return job_.lease.fence; }
  [[nodiscard]] const principal& requested_by() const override { return job_.who; }
  [[nodiscard]] std::string_view traceparent() const override { return job_.traceparent; }
  [[nodiscard]] std::stop_token stop_token() const override { return stop_.get_token(); }

  bool enter_stage(std::string_view stage, int progress) override {
    const std::scoped_lock lock(mutex_);
    stage_ = stage;
    progress_ = progress;
    dirty_ = true;
    return !is_abandoned();
  }
  bool report(int progress, std::string_view message) override {
    const std::scoped_lock lock(mutex_);
    progress_ = progress;
    if (!message.empty()) message_ = message;
    dirty_ = true;
    return !is_abandoned();
  }
  bool save_checkpoint(std::string bytes) override {
    storage::report now{.lease = job_.lease, .type = job_.type};
    {
      const std::scoped_lock lock(mutex_);
      saved_ = bytes;
      now.progress = progress_;
      now.stage = stage_;
      now.findings = std::exchange(found_, {});
    }
    now.checkpoint = std::move(bytes);
    return write_(now);
  }
  [[nodiscard]] std::optional<std::string> checkpoint() const override {
    const std::scoped_lock lock(mutex_);
    return saved_ ? saved_ : job_.checkpoint;
  }
  void audit(std::string_view field, std::string value) override {
    const std::scoped_lock lock(mutex_);
    found_.audit.insert_or_assign(std::string(field), std::move(value));
    dirty_ = true;
  }
  void log(std::string_view message) override {
    const std::scoped_lock lock(mutex_);
    message_ = message;
    dirty_ = true;
  }

 private:
  storage::claimed job_;
  runner how_;
  write_through write_;
  std::string id_;
  std::atomic<bool> begun_{false};
  std::atomic<milliseconds> begun_at_{milliseconds{0}};
  std::stop_source stop_;
  std::atomic<stop_reason> why_{stop_reason::none};
  std::atomic<milliseconds> stopped_at_{milliseconds{0}};
  std::atomic<bool> abandoned_{false};

  mutable std::mutex mutex_;
  int progress_;
  std::string stage_;
  std::string message_;
  storage::findings found_;
  std::optional<std::string> saved_;
  bool dirty_ = false;
  std::optional<milliseconds> reported_at_{};
};

}  // namespace pawl::runtime
