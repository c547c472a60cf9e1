// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/testing/storage/bench.hpp>

namespace pawl::testing {

/// Cancelling: at once, by asking, by force.
struct cancel_laws {
  using bench = storage_bench;
  using errc = storage::errc;
  using attempt_end = storage::attempt_end;
  using milliseconds = std::chrono::milliseconds;
  using strings = std::vector<std::string>;

  static storage::cancel cancel(bench& on, const job_id& id, bool force = false) {
    return {.scope = on.mine(), .id = id, .reason = "not needed", .force = force};
  }

  static void a_job_that_has_not_begun_is_cancelled_at_once(bench& on) {
    const auto owner = on.worker();
    const job_id ready = on.submit(law_jobs::plain);
    on.expect(on.done(cancel(on, ready)).done, "a ready job");
    const auto held = on.held(owner, law_jobs::plain);
    on.expect(on.done(cancel(on, held.id)).done, "a held job");
    storage::submit later = on.request(law_jobs::plain);
    later.delay = milliseconds{9000};
    on.submit(later);
    on.expect(on.done(cancel(on, later.id)).done, "a scheduled job");
    for (const job_id& id : {ready, held.id, later.id}) {
      const job_record job = on.get(id);
      on.expect(job.state == "canceled" && job.kind == kind::cancelled &&
                    job.phase == phase::terminal && job.completed_at == on.store.now(),
                "is cancelled at once");
      on.expect(job.cancel_reason == "not needed" && !job.cancel_requested && !job.started_at,
                "for the reason that was given");
      on.expect(on.transitions(id) == strings{"cancel:pending>canceled"} &&
                    on.events(id).back().message == "not needed",
                "by one transition");
    }
    on.pass(milliseconds{9000});
    on.expect(on.nothing_to_claim(owner, law_jobs::plain), "and never runs");
    on.expect(on.read(on.store.leases(owner)).empty(), "nobody holds it");
  }

  static void a_running_job_is_asked_to_stop(bench& on) {
    const auto owner = on.worker();
    const auto job = on.running(owner, law_jobs::plain);
    on.pass(milliseconds{700});
    on.expect(!on.done(cancel(on, job.id)).done, "its worker is asked");
    const job_record asked = on.get(job.id);
    on.expect(asked.state == "running" && asked.cancel_requested &&
                  asked.cancel_reason == "not needed" && asked.fence == job.lease.fence &&
                  asked.updated_at == on.store.now() && asked.last_event == 1,
              "nothing else has happened to it");
    const auto told = on.done(storage::report{.lease = job.lease, .type = job.type, .progress = 9});
    on.expect(told.cancel_requested, "the worker learns it when it reports");
    const auto end = on.done(on.end(job, attempt_end::cancelled));
    on.expect(end.state == "canceled", "and stops");
    const job_record job_now = on.get(job.id);
    on.expect(job_now.progress == 9 && job_now.cancel_reason == "not needed" &&
                  !job_now.cancel_requested && !job_now.has_result,
              "what it has done by then stays");
  }

  static void a_success_that_comes_first_wins_over_a_request_to_cancel(bench& on) {
    const auto owner = on.worker();
    const auto job = on.running(owner, law_jobs::plain);
    on.done(cancel(on, job.id));
    on.expect(on.succeed(job).state == "succeeded", "it had succeeded already");
    const job_record record = on.get(job.id);
    on.expect(record.has_result && !record.cancel_requested && record.cancel_reason == "not needed",
              "with its result; what was asked of it is still known");
  }

  /// A request to cancel wins over everything that would keep the job alive.
  static void who_is_asked_to_stop_is_neither_retried_nor_run_again(bench& on) {
    const auto ended_as = [&](auto end, const job_descriptor& type = law_jobs::plain) {
      const auto owner = on.worker();
      const auto job = on.running(owner, type);
      on.done(cancel(on, job.id));
      end(owner, job);
      on.expect(on.get(job.id).cancel_reason == "not needed" || on.state(job.id) == "failed",
                "and says why");
      return on.state(job.id);
    };
    const auto by = [&](attempt_end how) {
      return [&on, how](auto, const storage::claimed& job) {
        storage::settle op = on.failure(job);
        op.end = how;
        op.delay = milliseconds{100};
        on.done(op);
      };
    };
    on.expect(ended_as(by(attempt_end::failed)) == "canceled", "a retry becomes a cancel");
    on.expect(ended_as(by(attempt_end::expired)) == "canceled", "and so does a timeout");
    on.expect(ended_as(by(attempt_end::snoozed)) == "canceled", "and a snooze");
    on.expect(ended_as(by(attempt_end::given_back)) == "canceled", "and a release");
    const auto lose = [&](auto, const auto&) {
      on.pass(law_jobs::plain.lease);
      on.pass(milliseconds{1});
      const auto taken = on.done(storage::reap{}).jobs;
      on.expect(taken.size() == 1, "a silent owner is reaped");
      on.expect(taken[0].kind == kind::cancelled && taken[0].error.empty() && taken[0].started_at,
                "and what it took has not failed");
    };
    on.expect(ended_as(lose) == "canceled", "and a lost worker");
    on.expect(ended_as(lose, law_jobs::served) == "canceled", "whatever the lifecycle");
    on.expect(
        ended_as([&](auto owner, const auto&) { on.done(storage::leave{owner}); }) == "canceled",
        "and a worker that leaves");
    on.expect(ended_as([&](auto, const auto& job) { on.fail(job, false); }) == "failed",
              "what has failed for good has failed");
  }

  static void a_request_to_cancel_ends_a_pipeline_after_its_step(bench& on) {
    const auto owner = on.worker();
    const auto job = on.running_step(owner);
    on.done(cancel(on, job.id));
    storage::settle op = on.success(job);
    op.findings.artifacts = {{"audio", "a"}};
    on.done(op);
    const job_record record = on.get(job.id);
    on.expect(record.state == "CANCELLED", "no further step is begun");
    on.expect(record.artifacts.size() == 1, "what the step has made is kept");
    const auto steps = on.transitions(job.id);
    on.expect(steps.size() > 2 && steps[steps.size() - 2] == "succeed:AUDIO_EXTRACTING>AUDIO_READY",
              "the step that was done has been done");
    on.expect(on.nothing_to_claim(owner, law_jobs::filmed), "nothing is left to claim");
  }

  static void a_running_job_can_be_ended_by_force(bench& on) {
    const auto owner = on.worker();
    const auto job = on.running(owner, law_jobs::plain);
    on.done(cancel(on, job.id));
    on.expect(on.done(cancel(on, job.id, true)).done, "at once");
    on.expect(on.state(job.id) == "canceled" && on.get(job.id).fence > job.lease.fence,
              "and its lease is worth nothing");
    on.refused(errc::lease_lost, on.success(job));
    on.expect(on.state(job.id) == "canceled", "whatever its worker says");
  }

  static void a_job_that_waits_for_its_retry_is_cancelled_at_once(bench& on) {
    const auto owner = on.worker();
    const struct {
      const job_descriptor* type;
      const char* last;
    } each[] = {{&law_jobs::plain, "cancel:running>canceled"},
                {&law_jobs::served, "cancel:pending>canceled"},
                {&law_jobs::filed, "cancel:QUEUED>FAILED"},
                {&law_jobs::tracked, "cancel:Running>Cancelled"}};
    for (const auto& [type, last] : each) {
      const auto job = on.running(owner, *type);
      on.fail(job);
      on.expect(on.done(cancel(on, job.id)).done, "it need not be asked");
      on.expect(on.transitions(job.id).back() == last, "as its lifecycle allows");
      on.pass(milliseconds{30'000});
      on.done(storage::beat{owner});
      on.expect(on.nothing_to_claim(owner, *type), "and it does not come again");
    }
  }

  static void a_state_may_be_kept_from_being_cancelled(bench& on) {
    const auto owner = on.worker();
    const auto job = on.running(owner, law_jobs::resolute);
    on.refused(errc::not_cancellable, cancel(on, job.id));
    on.refused(errc::not_cancellable, cancel(on, job.id, true));
    on.expect(on.state(job.id) == "running" && !on.get(job.id).cancel_requested,
              "nothing is changed by trying");
    on.fail(job);
    on.expect(on.done(cancel(on, job.id)).done && on.state(job.id) == "canceled",
              "in another state it can be");
    const job_id fresh = on.submit(law_jobs::resolute);
    on.expect(on.done(cancel(on, fresh)).done, "also before it has begun");
  }

  static void what_has_ended_cannot_be_cancelled(bench& on) {
    const auto owner = on.worker();
    const auto job = on.running(owner, law_jobs::plain);
    on.succeed(job);
    const storage::error why = on.refused(cancel(on, job.id));
    on.expect(why.code == errc::already_terminal && why.job == job.id, "it has ended");
    on.refused(errc::already_terminal, cancel(on, job.id, true));
    on.expect(on.state(job.id) == "succeeded" && on.get(job.id).cancel_reason.empty(),
              "nothing is changed by trying");
  }

  static constexpr storage_law all[] = {
      {"a job that has not begun is cancelled at once",
       a_job_that_has_not_begun_is_cancelled_at_once},
      {"a running job is asked to stop", a_running_job_is_asked_to_stop},
      {"a success that comes first wins over a request to cancel",
       a_success_that_comes_first_wins_over_a_request_to_cancel},
      {"who is asked to stop is neither retried nor run again",
       who_is_asked_to_stop_is_neither_retried_nor_run_again},
      {"a request to cancel ends a pipeline after its step",
       a_request_to_cancel_ends_a_pipeline_after_its_step},
      {"a running job can be ended by force", a_running_job_can_be_ended_by_force},
      {"a job that waits for its retry is cancelled at once",
       a_job_that_waits_for_its_retry_is_cancelled_at_once},
      {"a state may be kept from being cancelled", a_state_may_be_kept_from_being_cancelled},
      {"what has ended cannot be cancelled", what_has_ended_cannot_be_cancelled}};
};

}  // namespace pawl::testing
