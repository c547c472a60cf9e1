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
/// grant that is out of date and honoured, a second end of a job, an attempt that is charged twice,
/// not at all, or beyond what the job may have. May be called from any thread.
class storage_watch {
 public:
  /// A commit was made, whether or not whoever asked for it has heard of it.
  void saw(std::span<const storage::operation> batch, const std::vector<storage::answer>& answers) {
    const std::scoped_lock lock(mutex_);
    for (std::size_t i = 0; i < batch.size() && i < answers.size(); ++i)
      if (answers[i]) std::visit([&](const auto& op) { note(op, *answers[i]); }, batch[i]);
  }

  /// What must never be, and was.
  [[nodiscard]] std::vector<std::string> broken() const {
    const std::scoped_lock lock(mutex_);
    return broken_;
  }
  /// Whether a handler is still to be told of an end, by somebody who has begun to and was not
  /// heard of again.
  [[nodiscard]] bool has_open_callbacks() const {
    const std::scoped_lock lock(mutex_);
    return !callbacks_.empty();
  }

 private:
  using any_answer = storage::detail::answers_of<storage::operation>::type;

  /// What became of the newest attempt of a job.
  enum class fate : unsigned char { unknown, put_back, went_on };
  struct watched {
    std::string id{};
    std::uint64_t fence = 0;  ///< the newest that was given out
    unsigned attempt = 0;     ///< of the newest that was begun
    std::uint64_t begun = 0;  ///< its fence
    fate after = fate::went_on;
    bool taken_away = false;
    bool ended = false;
  };

  template <class Operation>
  void note(const Operation&, const any_answer&) {}

  void note(const storage::claim&, const any_answer& given) {
    for (const storage::claimed& job : std::get<storage::claim::answer>(given).jobs) {
      watched& of = jobs_[job.lease.key];
      of.id = to_string(job.id);
      if (of.ended) say(of, "was claimed after its end");
      if (job.lease.fence <= of.fence) say(of, "was claimed with a fence that was given before");
      of.fence = job.lease.fence;
      of.taken_away = false;
      most_[job.lease.key] = job.retry.max_attempts;
      if (job.started) begin(of, job.lease, job.attempt);
    }
  }
  void note(const storage::start& op, const any_answer& given) {
    watched& of = jobs_[op.lease.key];
    check_grant(of, op.lease, "start");
    begin(of, op.lease, std::get<storage::start::answer>(given).attempt);
  }
  void note(const storage::report& op, const any_answer&) {
    check_grant(jobs_[op.lease.key], op.lease, "report");
  }
  void note(const storage::settle& op, const any_answer& given) {
    const auto& done = std::get<storage::settle::answer>(given);
    if (done.repeated) return;
    watched& of = jobs_[op.lease.key];
    check_grant(of, op.lease, "settlement");
    if (of.ended) say(of, "ended twice");
    of.ended = done.phase == phase::terminal;
    if (of.begun != op.lease.fence) return;  // it was held, and never begun
    if (op.end == storage::attempt_end::succeeded)
      of.after = fate::went_on;
    else if (op.end == storage::attempt_end::snoozed || op.end == storage::attempt_end::released)
      of.after = fate::put_back;
  }
  void note(const storage::raise& op, const any_answer& given) {
    if (std::get<storage::raise::answer>(given).replayed) return;
    if (watched* of = called(op.id)) of->after = fate::went_on;
  }
  void note(const storage::reap&, const any_answer& given) {
    for (const auto& lost : std::get<storage::reap::answer>(given).jobs) {
      watched* of = called(lost.id);
      if (of == nullptr) continue;
      of->taken_away = true;
      if (is_terminal(lost.kind)) {
        if (of->ended) say(*of, "ended twice");
        of->ended = true;
      }
    }
  }
  void note(const storage::take_callbacks&, const any_answer& given) {
    for (const auto& each : std::get<storage::take_callbacks::answer>(given).callbacks)
      callbacks_.insert(each.key);
  }
  void note(const storage::finish_callback& op, const any_answer& given) {
    if (op.done || std::get<storage::finish_callback::answer>(given).given_up)
      callbacks_.erase(op.key);
  }

  void begin(watched& of, const storage::grant& lease, unsigned attempt) {
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
  void check_grant(const watched& of, const storage::grant& lease, const char* what) {
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
