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

  /// Until there are no more; if the engine stops, the next engine of the store tells the others.
  void once() {
    constexpr std::size_t at_once = 32;
    while (has_work()) {
      storage::take_callbacks op{types_, at_once};
      core_->ask(op);
      if (!op.answer) return;
      for (const storage::callback& of : op.answer->callbacks) tell(of);
      if (op.answer->callbacks.size() < at_once || core_->is_stopping()) return;
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
  void tell(const storage::callback& of) {
    bool done = true;
    const auto failed = [&](const char* what) {
      done = false;
      say(of, observe::log_level::warning, observe::event<"callback_failed">,
          std::string("a callback failed: ") + what);
    };
    try {
      const runner& how = *core_->serving(*of.type).how;
      how.tell(how.handler, of);
      if (how.tell_end != nullptr) {
        follow_ups next(of.record, ids_);
        how.tell_end(how.handler, of.record, next);
        submit(next);
      }
    } catch (const std::exception& thrown) {
      failed(thrown.what());
    } catch (...) {
      failed("something was thrown that is no std::exception");
    }
    storage::finish_callback op{of.key, of.tries, done};
    core_->ask(op);
    if (op.answer && op.answer->given_up)
      say(of, observe::log_level::error, observe::event<"callback_given_up">,
          "a callback failed too often and is given up");
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
  void say(const storage::callback& of, observe::log_level level, observe::log_event event,
           std::string message) {
    core_->say(observe::log_entry{.level = level,
                                  .event = event,
                                  .message = std::move(message),
                                  .job = of.id,
                                  .handler = std::string(std::string_view(of.type->handler))});
  }

  std::shared_ptr<engine_core> core_;
  light_vector<const job_descriptor*> types_;
  id_source ids_;

  std::mutex mutex_;  ///< for all that follows
  std::condition_variable wakes_;
  std::condition_variable changed_;
  bool expected_ = true;
  bool ending_ = false;
  bool ended_ = false;
};

}  // namespace pawl::runtime
