// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/runtime/board.hpp>

namespace pawl::runtime {

/// Whether the store failed in a round, and how long to leave it alone at most.
template <storage::job_storage Store>
struct store_trouble {
  board<Store>& of;
  bool failed = false;
  milliseconds longest_pause{30'000};

  /// Whether the store itself is at fault, so that the same is to be tried again.
  bool is(const storage::answer& answered) {
    if (answered || !storage::is_store_failure(answered.error().code)) return false;
    failed = true;
    // Another process that holds the file will let go of it soon; other troubles last.
    const bool soon = answered.error().code == storage::errc::busy;
    longest_pause = soon ? milliseconds{1000} : milliseconds{30'000};
    of.complain(observe::event<"store_failed">, answered.error());
    return true;
  }
};

/// Tells the store what attempts came to, and everybody else what the store made of it.
template <storage::job_storage Store>
class settler {
 public:
  settler(board<Store>& shared, store_trouble<Store>& trouble)
      : board_(shared), trouble_(trouble) {}

  storage::settle settlement_of(completion& done) const {
    judge(done);
    const auto& [run, result] = done;
    return {.lease = run->lease(),
            .type = run->job().type,
            .end = result.end,
            .result = result.value,
            .result_object = result.object,
            .error = result.error,
            .plan = run->job().retry.plan,
            .delay = result.delay,
            .findings = run->findings(result.end == storage::attempt_end::succeeded)};
  }
  /// The store has answered.
  void take(completion&& done, const storage::answer& answered) {
    if (trouble_.is(answered)) {
      const std::scoped_lock lock(board_.mutex);
      board_.completed.push_back(std::move(done));
      return;
    }
    const shared_attempt& run = done.run;
    served_type& of = board_.serving(*run->job().type);
    for (const stage_time& each : run->take_stage_times(board_.store->elapsed()))
      of.counted->left_stage(each.stage, each.spent);
    if (answered)
      count_settled(done, std::get<storage::settle::answer>(*answered));
    else if (done.result.settled_already)
      of.counted->finished({.outcome = observe::job_outcome::succeeded,
                            .ran = board_.store->now() - run->job().started_at,
                            .attempts = run->job().attempt,
                            .error = {}});
    else if (!explain_refusal(done, answered.error()))
      return;
    board_.forget(run);
    const std::scoped_lock lock(board_.mutex);
    ++board_.settled;
  }

 private:
  /// What an end means: a handler that was asked to stop and did has not decided that by itself.
  /// The same when it is asked again, because the store could not be told.
  static void judge(completion& done) {
    using storage::attempt_end;
    auto& [run, result] = done;
    const stop_reason why = run->stopped_because();
    if (result.settled_already) {
      // If the handler's transaction was committed, the job has ended and this is refused.
      result.end = attempt_end::failed;
      result.error = {.code = std::string(std::string_view(error::internal_bug::code)),
                      .message = "the handler failed unexpectedly",
                      .detail = "it returned settled, but its transaction was not committed",
                      .state = {},
                      .retryable = false};
    } else if (result.end != attempt_end::succeeded && why == stop_reason::timed_out) {
      result.end = attempt_end::expired;
      result.error = {.code = std::string(std::string_view(error::timeout::code)),
                      .message = "the attempt ran longer than its job type allows",
                      .detail = {},
                      .state = {},
                      .retryable = run->job().type->timeout_is_retried};
    } else if (result.end == attempt_end::canceled &&
               (why == stop_reason::shutdown || why == stop_reason::lease_lost)) {
      // Nobody wanted the job to end. If its lease is really lost, this is refused.
      result.end = attempt_end::released;
    }
  }

  void count_settled(const completion& done, const storage::settle::answer& now) {
    const storage::claimed& job = done.run->job();
    served_type& of = board_.serving(*job.type);
    const std::string& code = done.result.error.code;
    const bool failed = done.result.end == storage::attempt_end::failed ||
                        done.result.end == storage::attempt_end::expired;
    const bool bug = failed && of.how->escalates(code);
    {
      const std::scoped_lock lock(board_.mutex);
      if (of.limit.note(failed && (bug || done.result.error.retryable))) {
        board_.metrics->concurrency_limit(of.limit.limit());
        board_.work_expected = true;
      }
      const job_type& type = *job.type;
      if (now.kind == kind::success ? type.calls_on_success
                                    : is_terminal(now.kind) && type.calls_on_failure) {
        board_.callbacks_expected = true;
        board_.teller_wakes.notify_one();
      }
    }
    if (now.phase == phase::terminal) {
      observe::job_end end{.ran = now.at - job.started_at, .attempts = now.attempt, .error = code};
      end.outcome = now.kind == kind::success     ? observe::job_outcome::succeeded
                    : now.kind == kind::cancelled ? observe::job_outcome::canceled
                    : now.kind == kind::dead      ? observe::job_outcome::dead_lettered
                                                  : observe::job_outcome::failed;
      of.counted->finished(end);
    } else if (failed) {
      of.counted->retried(code);
    }
    if (bug) escalate(done);
  }

  void escalate(const completion& done) {
    board_.say(observe::log_level::error, observe::event<"internal_bug">,
               "a handler failed in a way that nobody has foreseen: " + done.result.error.detail,
               *done.run);
    if (!board_.options.escalate) return;
    const storage::claimed& job = done.run->job();
    try {
      board_.options.escalate({job.id, std::string(std::string_view(job.type->handler)),
                               done.result.error.code, done.result.error.detail});
    } catch (...) {  // NOLINT(bugprone-empty-catch): who is told must not take the engine with him
    }
  }

  /// False if another end is to be stored instead.
  bool explain_refusal(const completion& done, const storage::error& why) {
    using observe::event;
    using observe::log_level;
    const attempt& about = *done.run;
    if (why.code == storage::errc::already_terminal) {
      board_.say(log_level::warning, event<"duplicate_completion">,
                 "a second end of a job was ignored", about);
    } else if (why.code == storage::errc::lease_lost) {
      board_.say(log_level::warning, event<"lease_lost">,
                 "the lease was lost; what the attempt came to is dropped", about);
      board_.serving(*about.job().type).counted->lease_lost();
      const std::scoped_lock lock(board_.mutex);
      ++board_.leases_lost;
    } else {
      return give_up_on(done, why);
    }
    return true;
  }
  /// The store will not have this end, for instance because the result is too large. The attempt
  /// has failed then, and the job must not stay with us for ever.
  bool give_up_on(const completion& done, const storage::error& why) {
    board_.say(observe::log_level::error, observe::event<"settlement_refused">, describe(why),
               *done.run);
    using storage::attempt_end;
    if (done.result.end == attempt_end::failed || done.result.end == attempt_end::expired)
      return true;
    attempt_result instead = detail::failed_with(
        error::internal_bug::code, "the result cannot be stored", describe(why), false);
    const std::scoped_lock lock(board_.mutex);
    board_.completed.push_back({done.run, std::move(instead)});
    return false;
  }

  board<Store>& board_;
  store_trouble<Store>& trouble_;
};

}  // namespace pawl::runtime
