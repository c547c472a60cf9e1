// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <map>
#include <mutex>
#include <set>
#include <span>
#include <string>
#include <vector>

#include <pawl/storage/operation.hpp>

namespace pawl::testing {

/// Looks at what is asked of a store and what it answers, and writes down what must never be: a
/// lease that is out of date and honoured, a second end of a job, an attempt that is charged twice,
/// not at all, or beyond what the job may have. May be called from any thread.
class storage_watch {
 public:
  /// A commit was made, whether or not its caller has heard of it.
  void saw(std::span<const storage::operation_ptr> batch) {
    const std::scoped_lock lock(mutex_);
    for (const storage::operation_ptr& op : batch)
      if (op.answer()) note(op);
  }

  /// What must never be, and was.
  [[nodiscard]] std::vector<std::string> broken() const {
    const std::scoped_lock lock(mutex_);
    return broken_;
  }
  /// Whether a handler is still to be told of an end, by a process that has begun to and was not
  /// heard of again.
  [[nodiscard]] bool has_open_callbacks() const {
    const std::scoped_lock lock(mutex_);
    return !callbacks_.empty();
  }

 private:
  /// What became of the newest attempt of a job.
  enum class fate : unsigned char { unknown, put_back, went_on };
  struct watched {
    std::string id{};
    std::uint64_t fence = 0;  ///< the newest that was given out
    unsigned attempt = 0;     ///< of the newest that was begun
    unsigned promised = 0;    ///< of the newest that was claimed
    std::uint64_t begun = 0;  ///< its fence
    fate after = fate::went_on;
    bool taken_away = false;
    bool ended = false;
  };

  void note(const storage::operation_ptr& any) {
    if (const auto* claimed = any.as<storage::claim>()) note(*claimed);
    if (const auto* started = any.as<storage::start>()) note(*started);
    if (const auto* settled = any.as<storage::settle>()) note(*settled);
    if (const auto* said = any.as<storage::report>())
      check_lease(jobs_[said->lease.key], said->lease, "report");
    if (const auto* raised = any.as<storage::raise>(); raised && !raised->answer->replayed)
      if (watched* of = called(raised->id)) of->after = fate::went_on;
    if (const auto* reaped = any.as<storage::reap>()) note(*reaped);
    if (const auto* taken = any.as<storage::take_callbacks>()) {
      for (const auto& each : taken->answer->lost)
        if (each.given_up) callbacks_.erase(each.key);
      for (const storage::callback& each : taken->answer->callbacks) callbacks_.insert(each.key);
    }
    if (const auto* told = any.as<storage::finish_callback>())
      if (told->done || told->answer->given_up) callbacks_.erase(told->key);
  }

  void note(const storage::claim& op) {
    for (const storage::claimed& job : op.answer->jobs) {
      watched& of = jobs_[job.lease.key];
      of.id = to_string(job.id);
      if (of.ended) say(of, "was claimed after its end");
      if (job.lease.fence <= of.fence) say(of, "was claimed with a fence that was given before");
      of.fence = job.lease.fence;
      of.taken_away = false;
      most_[job.lease.key] = job.retry.max_attempts;
      of.promised = job.attempt;
      if (job.started) begin(of, job.lease, job.attempt);
    }
  }
  void note(const storage::start& op) {
    watched& of = jobs_[op.lease.key];
    check_lease(of, op.lease, "start");
    begin(of, op.lease, op.answer->attempt);
  }
  void note(const storage::settle& op) {
    const auto& done = *op.answer;
    if (done.repeated) return;
    watched& of = jobs_[op.lease.key];
    check_lease(of, op.lease, "settlement");
    if (of.ended) say(of, "ended twice");
    of.ended = done.phase == phase::terminal;
    const bool put_back =
        op.end == storage::attempt_end::snoozed || op.end == storage::attempt_end::given_back;
    // Its start is told with its end; a job that is given back while it is held was never begun.
    if (op.entered_ago && of.begun != op.lease.fence && op.end != storage::attempt_end::given_back)
      begin(of, op.lease, of.promised);
    if (of.begun != op.lease.fence) return;
    if (op.end == storage::attempt_end::succeeded && done.refused.empty())
      of.after = fate::went_on;
    else if (put_back)
      of.after = fate::put_back;
  }
  void note(const storage::reap& op) {
    for (const storage::reap::lost& lost : op.answer->jobs) {
      watched* of = called(lost.id);
      if (of == nullptr) continue;
      of->taken_away = true;
      if (is_terminal(lost.kind)) {
        if (of->ended) say(*of, "ended twice");
        of->ended = true;
      }
    }
  }

  void begin(watched& of, const storage::lease_token& lease, unsigned attempt) {
    if (of.begun == lease.fence) {
      if (attempt != of.attempt) say(of, "was charged twice for one start");
      return;
    }
    unsigned expected = 1;
    if (of.after == fate::unknown) expected = of.attempt + 1;
    if (of.after == fate::put_back) expected = of.attempt;
    if (attempt != expected)
      say(of, "began attempt " + std::to_string(attempt) + ", which should have been number " +
                  std::to_string(expected));
    if (attempt > most_[lease.key])
      say(of,
          "began attempt " + std::to_string(attempt) + " of " + std::to_string(most_[lease.key]));
    of.attempt = attempt;
    of.begun = lease.fence;
    of.after = fate::unknown;
  }
  void check_lease(const watched& of, const storage::lease_token& lease, const char* what) {
    if (lease.fence < of.fence || (lease.fence == of.fence && of.taken_away))
      say(of, std::string("took a ") + what + " from a worker that had lost it");
  }
  [[nodiscard]] watched* called(const job_id& id) {
    const std::string name = to_string(id);
    for (auto& [key, of] : jobs_)
      if (of.id == name) return &of;
    return nullptr;
  }
  void say(const watched& of, const std::string& what) {
    broken_.push_back("job " + of.id + ' ' + what);
  }

  mutable std::mutex mutex_;
  std::map<std::int64_t, watched> jobs_{};
  std::map<std::int64_t, unsigned> most_{};
  std::set<std::int64_t> callbacks_{};
  std::vector<std::string> broken_{};
};

}  // namespace pawl::testing
