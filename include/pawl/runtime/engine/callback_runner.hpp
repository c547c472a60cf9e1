// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <stdexcept>

#include <pawl/runtime/engine/core.hpp>
#include <pawl/runtime/follow_ups.hpp>

namespace pawl::runtime {

/// Calls on_success, on_failure and on_end of jobs that have ended, in whatever process they have.
/// On a thread of its own: a callback that does not come back holds up nothing else, and outlives
/// the engine if it must.
class callback_runner {
 public:
  explicit callback_runner(std::shared_ptr<engine_core> core) : core_(std::move(core)) {
    for (const job_descriptor* each : core_->types)
      if (each->calls_on_success || each->calls_on_failure || each->calls_on_end)
        types_.push_back(each);
  }

  /// Whether any handler wants to be told anything.
  [[nodiscard]] bool has_work() const { return !types_.empty(); }

  /// Calls one callback after the other until none is due or the engine stops. The commit that
  /// stores what became of one takes the next. So a callback is charged right before it is called,
  /// and a process that is lost has no other that waits behind it.
  void once() {
    if (!has_work() || is_calling_) return;
    for (bool more = true; more;) {
      storage::take_callbacks next{.owner = core_->owner, .types = types_};
      light_vector<storage::operation_ptr> batch;
      if (called_) batch.push_back(&called_->end);
      if (!core_->is_stopping()) batch.push_back(&next);
      if (batch.empty()) return;
      core_->ask_all(batch);
      note_stored();
      if (!next.answer) return;
      for (const storage::take_callbacks::interrupted& each : next.answer->lost) note_lost(each);
      // What was taken beside an end that was not stored is given to this process again.
      if (called_) return;
      for (const storage::callback& each : next.answer->callbacks) call(each);
      more = !next.answer->lost.empty() || !next.answer->callbacks.empty();
    }
  }

  void until_stopped() {
    std::unique_lock lock(mutex_);
    while (!ending_) {
      expected_ = false;
      lock.unlock();
      once();
      lock.lock();
      wakes_.wait_for(lock, core_->options.maintenance, [&] { return ending_ || expected_; });
    }
    ended_ = true;
    changed_.notify_all();
  }
  /// The dispatcher has settled a job whose handler wants to be told.
  void expect() {
    {
      const std::scoped_lock lock(mutex_);
      expected_ = true;
    }
    wakes_.notify_one();
  }
  /// The engine ends. True if the thread has ended within that time.
  bool end(milliseconds longest) {
    std::unique_lock lock(mutex_);
    ending_ = true;
    wakes_.notify_one();
    return changed_.wait_for(lock, longest, [&] { return ended_; });
  }

 private:
  /// A callback that was called, until the store has what became of it.
  struct called {
    storage::finish_callback end{};
    job_id job{};
    const job_descriptor* type = nullptr;
    std::string why{};  ///< it failed
  };

  void call(const storage::callback& of) {
    is_calling_ = true;
    called now{.end = {of.key, of.tries}, .job = of.id, .type = of.type};
    const auto failed = [&](std::string what) {
      now.end.done = false;
      now.why = std::move(what);
      note_failed(now.job, *now.type, now.why);
    };
    try {
      const runner& how = *core_->serving(*of.type).how;
      std::string unread = how.tell(how.handler, of);
      // It is given the record alone, so it is called also if the payload cannot be read.
      if (how.tell_end != nullptr) {
        follow_ups next(of.record, ids_);
        how.tell_end(how.handler, of.record, next);
        submit(next);
      }
      if (!unread.empty()) failed(std::move(unread));
    } catch (const std::exception& thrown) {
      failed(thrown.what());
    } catch (...) {
      failed("something was thrown that is no std::exception");
    }
    called_ = std::move(now);
    is_calling_ = false;
  }
  /// A job that was submitted by an earlier try of this callback is found by its key.
  void submit(follow_ups& next) {
    for (storage::submit& each : next.submissions()) {
      core_->ask(each);
      if (each.answer) {
        if (each.answer->created)
          core_->metrics->of(std::string_view(each.type->handler)).submitted();
      } else if (each.answer.error().code != storage::errc::key_conflict) {
        throw std::runtime_error("what shall follow was not submitted: " +
                                 describe(each.answer.error()));
      }
    }
  }

  /// The store was asked to keep what became of the last callback. If it could not be reached, it
  /// is asked again before another is taken.
  void note_stored() {
    if (!called_) return;
    const auto& answer = called_->end.answer;
    if (!answer && answer.error().code != storage::errc::lease_lost) return;
    if (answer && answer->given_up)
      note_given_up(called_->job, *called_->type, called_->end.tries, called_->why);
    called_.reset();
  }
  void note_lost(const storage::take_callbacks::interrupted& of) {
    constexpr const char* why = "the process that called it was lost";
    note_failed(of.id, *of.type, why);
    if (of.given_up) note_given_up(of.id, *of.type, of.tries, why);
  }
  void note_failed(const job_id& job, const job_descriptor& type, const std::string& why) {
    say(job, type, observe::log_level::warning, observe::event<"callback_failed">,
        "a callback failed: " + why);
  }
  /// The handler will not be told how this job has ended: the operator is, in its place.
  void note_given_up(const job_id& job, const job_descriptor& type, unsigned tries,
                     const std::string& why) {
    constexpr auto event = observe::event<"callback_given_up">;
    const std::string detail = "a callback is given up after " + std::to_string(tries) +
                               " tries and will not be called again: " + why;
    say(job, type, observe::log_level::error, event, detail);
    core_->serving(type).counted->callback_given_up();
    core_->escalate({job, std::string(std::string_view(type.handler)),
                     std::string(std::string_view(event.name())), detail});
  }
  void say(const job_id& job, const job_descriptor& type, observe::log_level level,
           observe::log_event event, std::string message) {
    core_->say(observe::log_entry{.level = level,
                                  .event = event,
                                  .message = std::move(message),
                                  .job = job,
                                  .handler = std::string(std::string_view(type.handler))});
  }

  std::shared_ptr<engine_core> core_;
  light_vector<const job_descriptor*> types_;
  id_source ids_;
  storage::maybe<called> called_{};  ///< by the thread that calls
  bool is_calling_ = false;          ///< the same; a callback of a test may take the engine's steps

  std::mutex mutex_;  ///< for all that follows
  std::condition_variable wakes_;
  std::condition_variable changed_;
  bool expected_ = true;
  bool ending_ = false;
  bool ended_ = false;
};

}  // namespace pawl::runtime
