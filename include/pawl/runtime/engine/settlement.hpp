// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/runtime/engine/callback_runner.hpp>
#include <pawl/runtime/engine/core.hpp>
#include <pawl/runtime/engine/counting.hpp>

namespace pawl::runtime {

/// What the end of an attempt means: to the store, to the metrics, to the log, to the callbacks.
/// The dispatcher's.
class settlement {
 public:
  settlement(engine_core& core, callback_runner& callbacks) : core_(core), callbacks_(callbacks) {}

  /// What the store is to be told of an attempt that is over. The same when it is asked again,
  /// because the store could not be told.
  storage::settle& of(attempt& run, milliseconds now) const {
    storage::settle& end = run.settlement();
    if (end.end == storage::attempt_end::settled && !run.has_completed())
      detail::fail(end, error::internal_bug::code, "the handler failed unexpectedly",
                   "it returned settled, but complete_in was refused or not called", false);
    judge(run, end);
    if (run.has_entered() && !run.told_start()) end.entered_ago = run.entered_ago(now);
    end.plan = run.job().retry.plan;
    if (!run.is_silent()) end.findings = run.findings(end.end == storage::attempt_end::succeeded);
    if (end.end == storage::attempt_end::succeeded) run.hand_over_children(end);
    return end;
  }

  /// The store has answered. False if another end is to be told instead.
  bool take(attempt& run) {
    served_type& of = core_.serving(*run.job().type);
    made_room_ = of.limit.is_reduced() || run.job().suspect;
    if (!run.is_silent())
      for (const stage_time& each : run.take_stage_times(core_.store.elapsed()))
        of.counted->left_stage(each.stage, each.spent);
    storage::settle& end = run.settlement();
    if (!end.answer && !explain_refusal(run, end.answer.error())) return false;
    if (observe::span* span = run.span()) tell_span(*span, end);
    if (!end.answer) return true;
    if (end.answer->repeated) {
      // The answer to the first got lost: it counts, once.
      core_.say(observe::log_level::warning, observe::event<"duplicate_completion">,
                "an end that the store has already was told again, and ignored", run);
    }
    if (end.end == storage::attempt_end::settled && end.answer->kind != kind::success)
      detail::fail(end, error::internal_bug::code, "the handler failed unexpectedly",
                   "it returned settled, but its transaction was not committed", false);
    if (!end.answer->refused.empty()) {
      const classified_error* const own =
          run.job().type->error_called(error::submission_refused::code);
      detail::fail(end, error::submission_refused::code,
                   "a job that goes with this one was refused", end.answer->refused,
                   own == nullptr || own->retryable);
    }
    // The store knows better: it was too large, or is not to be had for as long as was promised.
    if (end.end == storage::attempt_end::succeeded && is_terminal(end.answer->kind) &&
        end.answer->kind != kind::success)
      detail::fail(end, error::internal_bug::code, "the handler failed unexpectedly",
                   "the store did not take its success: see the job's error", false);
    count_settled(run, end, of);
    return true;
  }
  /// Whether more attempts of a type may run than before.
  [[nodiscard]] bool made_room() const { return made_room_; }

 private:
  /// A handler that was asked to stop and did has not decided that by itself.
  static void judge(const attempt& run, storage::settle& end) {
    using storage::attempt_end;
    const stop_reason why = run.stopped_because();
    const bool done = end.end == attempt_end::succeeded || end.end == attempt_end::settled;
    if (!done && why == stop_reason::timed_out) {
      end.end = attempt_end::expired;
      end.error = {.code = std::string(std::string_view(error::timeout::code)),
                   .message = "the attempt ran longer than its job type allows",
                   .detail = {},
                   .state = {},
                   .retryable = run.job().type->timeout_is_retried};
    } else if (end.end == attempt_end::cancelled &&
               (why == stop_reason::shutdown || why == stop_reason::lease_lost)) {
      // The job was not to end. If its lease is really lost, this is refused.
      end.end = attempt_end::given_back;
    } else if (end.end == attempt_end::snoozed) {
      // As its handler should if a checkpoint is not stored, but this one never will be.
      if (std::string refused = run.refused_checkpoint(); !refused.empty())
        detail::fail(end, error::internal_bug::code, "a checkpoint cannot be stored",
                     std::move(refused), false);
    }
  }

  void count_child(const job_descriptor& type, bool ended) {
    observe::job_metrics& in = core_.metrics->of(std::string_view(type.handler));
    in.submitted();
    if (ended) in.finished(end_of(kind::cancelled, {}, false));
  }
  void count_settled(attempt& run, const storage::settle& end, served_type& of) {
    const storage::claimed& job = run.job();
    const storage::settle::answer_type& now = *end.answer;
    const failure_info& error = end.error;
    const bool failed =
        end.end == storage::attempt_end::failed || end.end == storage::attempt_end::expired;
    const bool bug = failed && of.how->escalates(error.code);
    if (run.has_entered() && of.limit.note(failed && (bug || error.retryable))) {
      core_.metrics->concurrency_limit(of.limit.limit());
      made_room_ = true;
    }
    if (now.kind == kind::success
            ? job.type->calls_on_success || job.type->calls_on_end
            : is_terminal(now.kind) && (job.type->calls_on_failure || job.type->calls_on_end))
      callbacks_.expect();
    if (now.phase == phase::terminal) {
      observe::job_end ended = end_of(now.kind, error.code, failed && !bug && !error.retryable);
      ended.ran = now.at - now.started_at;
      ended.attempts = now.attempt;
      of.counted->finished(ended);
    } else if (failed) {
      of.counted->retried(error.code);
    }
    count_moved(*core_.metrics, now.moved);
    for (const storage::settle::child& each : now.created) count_child(*each.type, each.ended);
    if (now.repeated)
      for (const storage::submit& each : end.children) count_child(*each.type, false);
    if (end.end == storage::attempt_end::settled)
      for (const storage::submit& each : run.take_children()) count_child(*each.type, false);
    if (bug) escalate(run, error);
  }

  /// Hands the span of an attempt to who collects them.
  void tell_span(observe::span& span, const storage::settle& end) {
    span.ended = std::chrono::system_clock::now();
    if (end.answer) span.state = end.answer->state;
    if (end.end == storage::attempt_end::failed || end.end == storage::attempt_end::expired)
      span.error = end.error.code;
    try {
      core_.options.spans(span);
    } catch (...) {  // NOLINT(bugprone-empty-catch): a sink that throws must not end the engine
    }
  }

  void escalate(const attempt& run, const failure_info& error) {
    core_.say(observe::log_level::error, observe::event<"internal_bug">,
              "a handler failed in a way that its job type does not foresee: " + error.detail, run);
    const storage::claimed& job = run.job();
    core_.escalate(
        {job.id, std::string(std::string_view(job.type->handler)), error.code, error.detail});
  }

  /// False if another end is to be told instead.
  bool explain_refusal(attempt& run, const storage::error& why) {
    using observe::event;
    using observe::log_level;
    if (why.code == storage::errc::already_terminal) {
      core_.say(log_level::warning, event<"duplicate_completion">,
                "a second end of a job was ignored", run);
    } else if (why.code == storage::errc::lease_lost) {
      if (!run.has_entered()) return true;  // it was held, and is another's now
      core_.say(log_level::warning, event<"lease_lost">,
                "the lease was lost; what the attempt came to is dropped", run);
      core_.serving(*run.job().type).counted->lease_lost();
      ++core_.leases_lost;
    } else {
      return give_up_on(run, why);
    }
    return true;
  }
  /// The store will not have this end, for instance because the result is too large. The attempt
  /// has failed then, and the job must not stay with this engine for ever.
  bool give_up_on(attempt& run, const storage::error& why) {
    core_.say(observe::log_level::error, observe::event<"settlement_refused">, describe(why), run);
    using storage::attempt_end;
    storage::settle& end = run.settlement();
    if (end.end == attempt_end::failed || end.end == attempt_end::expired) return true;
    const std::string detail = describe(why);
    end = run.new_settlement();
    detail::fail(end, error::internal_bug::code, "the result cannot be stored", detail, false);
    return false;
  }

  engine_core& core_;
  callback_runner& callbacks_;
  bool made_room_ = false;
};

}  // namespace pawl::runtime
