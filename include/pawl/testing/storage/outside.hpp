// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/testing/storage/bench.hpp>

namespace pawl::testing {

/// Events from outside: how people and other systems move jobs on.
struct outside_laws {
  using bench = storage_bench;
  using errc = storage::errc;
  using milliseconds = std::chrono::milliseconds;

  static storage::raise to(bench& on, const job_id& id, const char* target,
                           const char* event_id = "", const char* content = "") {
    return {.scope = on.mine(),
            .id = id,
            .target = target,
            .event_id = event_id,
            .content = sha256_of(content)};
  }
  static storage::raise event(bench& on, const job_id& id, const char* name) {
    return {.scope = on.mine(), .id = id, .event = name};
  }

  static void a_pipeline_goes_on_by_its_steps_and_by_events(bench& on) {
    const auto owner = on.worker();
    auto job = on.running_step(owner);
    for (const char* state : {"AUDIO_EXTRACTING", "TRANSCRIBING", "GENERATING"}) {
      on.expect(law_jobs::filmed.name_of(job.state) == state && job.attempt == 1,
                "each step begins to count anew");
      on.succeed(job);
      if (std::string(state) != "GENERATING") job = on.start(owner, law_jobs::filmed);
    }
    on.expect(on.state(job.id) == "DRAFT_READY" && on.nothing_to_claim(owner, law_jobs::filmed),
              "a draft waits for its editor");
    on.done(event(on, job.id, "edit"));
    on.done(event(on, job.id, "publish"));
    job = on.start(owner, law_jobs::filmed);
    on.fail(job);
    on.expect(on.state(job.id) == "EDITING", "a failed export stays editable");
    on.done(event(on, job.id, "publish"));
    on.succeed(on.start(owner, law_jobs::filmed));
    on.expect(on.state(job.id) == "DONE", "and in the end it is done");
  }

  static void a_target_is_reached_by_the_event_that_leads_there(bench& on) {
    const auto owner = on.worker();
    auto job = on.running_step(owner);
    auto made = on.done(to(on, job.id, "AUDIO_READY"));
    on.expect(made.state == "AUDIO_READY" && !made.replayed, "by its success");
    on.refused(errc::forbidden, to(on, job.id, "DONE"));
    on.refused(errc::forbidden, to(on, job.id, "no such state"));
    on.expect(on.done(to(on, job.id, "TRANSCRIBING")).state == "TRANSCRIBING", "by running it");
    storage::raise failed = to(on, job.id, "TRANSCRIBING");
    failed.error = failure_info{.code = "rate_limited", .message = "slow", .retryable = true};
    on.start(owner, law_jobs::filmed);
    on.expect(on.done(failed).state == "TRANSCRIBING" && on.get(job.id).phase == phase::scheduled &&
                  on.get(job.id).retries == 1,
              "a failure that may be retried leads back to where it was");
    failed.target = "FAILED";
    failed.error = failure_info{.code = "unsupported_codec", .message = "no", .retryable = false};
    on.expect(on.done(failed).state == "FAILED", "one that may not leads to the end");
    const job_record record = on.get(job.id);
    on.expect(record.error && record.error->code == "unsupported_codec" &&
                  record.error->message == "no" && record.error->state == "TRANSCRIBING",
              "which says what failed, why and where");
    on.refused(errc::already_terminal, to(on, job.id, "CANCELLED"));
  }

  static void an_edit_that_ends_well_and_one_that_fails_end_in_the_same_state(bench& on) {
    const auto owner = on.worker();
    auto job = on.running_step(owner);
    for (const char* name : {"AUDIO_READY", "TRANSCRIBING", "TRANSCRIPT_READY", "GENERATING",
                             "DRAFT_READY", "EDITING", "REGENERATING"})
      on.done(to(on, job.id, name));
    on.done(to(on, job.id, "EDITING"));
    on.expect(on.transitions(job.id).back() == "succeed:REGENERATING>EDITING",
              "a success is preferred");
    on.done(event(on, job.id, "regenerate"));
    storage::raise failed = to(on, job.id, "EDITING");
    failed.error = failure_info{.code = "rate_limited", .message = "slow", .retryable = true};
    on.done(failed);
    on.expect(on.transitions(job.id).back() == "fail:REGENERATING>EDITING",
              "an error makes it a failure");
    on.done(to(on, job.id, "CANCELLED"));
    on.expect(on.state(job.id) == "CANCELLED", "any living job can be cancelled");
  }

  static void an_event_that_the_lifecycle_does_not_have_is_forbidden(bench& on) {
    const job_id id = on.submit(law_jobs::filmed);
    on.refused(errc::forbidden, event(on, id, "no such event"));
    on.refused(errc::forbidden, event(on, id, "publish"));
    for (const char* own : {"start", "lose"}) on.refused(errc::forbidden, event(on, id, own));
    on.expect(on.events(id).empty() && on.state(id) == "CREATED", "nothing has happened");
  }

  static void an_event_that_comes_again_has_no_further_effect(bench& on) {
    const auto owner = on.worker();
    const auto job = on.running_step(owner);
    storage::raise first = to(on, job.id, "AUDIO_READY", "event 1", "content");
    first.findings.artifacts = {{"audio_uri", "s3://a"}};
    first.findings.audit = {{"metrics", "12"}};
    on.expect(!on.done(first).replayed, "the first time it is done");
    const job_record before = on.get(job.id);
    on.expect(before.artifacts.size() == 1 && before.audit.size() == 1,
              "artifacts come with the transition");
    const auto again = on.done(first);
    on.expect(again.replayed && again.state == "AUDIO_READY", "the second time it is known");
    on.start(owner, law_jobs::filmed);
    on.expect(on.done(first).state == "AUDIO_READY", "with the answer of the first time");
    on.refused(errc::event_conflict, to(on, job.id, "AUDIO_READY", "event 1", "other content"));
    on.expect(on.get(job.id).artifacts == before.artifacts, "nothing is stored twice");
    on.done(to(on, job.id, "CANCELLED", "event 2"));
    on.expect(on.done(first).replayed, "also after the end");
    on.expect(on.done(to(on, job.id, "CANCELLED", "event 2")).replayed, "of every event");
    on.refused(errc::already_terminal, to(on, job.id, "CANCELLED", "event 3"));
  }

  static void an_event_that_is_refused_is_not_remembered(bench& on) {
    const job_id id = on.submit(law_jobs::filmed);
    storage::raise early = to(on, id, "AUDIO_READY", "event 1", "content");
    early.findings.artifacts = {{"audio_uri", "s3://a"}};
    on.refused(errc::forbidden, early);
    on.refused(errc::forbidden, early);
    on.expect(on.get(id).artifacts.empty(), "nor is what came with it");
  }

  static void an_event_id_belongs_to_its_job(bench& on) {
    const job_id one = on.submit(law_jobs::filmed);
    const job_id two = on.submit(law_jobs::filmed);
    on.done(to(on, one, "UPLOADED", "event 1", "one"));
    on.expect(!on.done(to(on, two, "UPLOADED", "event 1", "two")).replayed,
              "another job has events of its own");
  }

  static void somebody_outside_can_finish_a_job(bench& on) {
    const auto owner = on.worker();
    const auto job = on.running(owner, law_jobs::tracked);
    storage::raise op = event(on, job.id, "succeed");
    op.result = "done elsewhere";
    on.expect(on.done(op).state == "Completed", "by its success");
    on.expect(on.read(on.store.result_of(on.mine(), job.id)).value == "done elsewhere",
              "with a result");
    const auto large = on.running(owner, law_jobs::bounded);
    storage::raise too_much = event(on, large.id, "succeed");
    too_much.result = std::string(33, 'r');
    on.refused(errc::payload_too_large, too_much);
    on.expect(on.state(large.id) == "running", "that is not too large");
  }

  static void moving_on_does_not_wait_for_a_retry_that_is_no_longer_needed(bench& on) {
    const auto owner = on.worker();
    const auto job = on.running_step(owner);
    storage::settle op = on.failure(job);
    op.plan = backoff_plan{.model = backoff_model::fixed, .initial = {60'000}, .cap = {60'000}};
    on.done(op);
    on.done(to(on, job.id, "AUDIO_READY"));
    on.expect(on.get(job.id).phase == phase::ready, "the next step is ready at once");
    on.expect(on.start(owner, law_jobs::filmed).id == job.id, "and can be claimed");
  }

  static void work_that_is_done_elsewhere_is_not_claimed(bench& on) {
    const auto owner = on.worker();
    const job_id id = on.submit(law_jobs::remote);
    for (const char* name : {"UPLOADED", "AUDIO_EXTRACTING", "AUDIO_READY", "TRANSCRIBING",
                             "TRANSCRIPT_READY", "GENERATING"})
      on.done(to(on, id, name));
    on.expect(on.nothing_to_claim(owner, law_jobs::remote), "nobody here runs it");
    on.done(to(on, id, "DRAFT_READY"));
    on.expect(on.state(id) == "DRAFT_READY", "its callback moves it on");

    const auto root = on.running(owner, law_jobs::plain);
    storage::submit op = on.request(law_jobs::remote);
    op.depends_on = {root.id};
    on.submit(op);
    for (const char* name : {"UPLOADED", "AUDIO_EXTRACTING", "AUDIO_READY", "TRANSCRIBING",
                             "TRANSCRIPT_READY", "GENERATING"})
      on.done(to(on, op.id, name));
    on.succeed(root);
    on.expect(on.nothing_to_claim(owner, law_jobs::remote), "whatever it has waited for");
  }

  static void a_failure_from_outside_waits_as_the_job_says(bench& on) {
    const auto owner = on.worker();
    storage::submit op = on.request(law_jobs::filed);
    op.retry.initial = duration_ms{5000};
    on.submit(op);
    on.start(owner, law_jobs::filed);
    storage::raise failed = event(on, op.id, "fail");
    failed.error = failure_info{.code = "queue_overload", .message = "later", .retryable = true};
    on.expect(on.done(failed).state == "RETRYING", "it may be tried again");
    on.expect(on.get(op.id).due_at == on.store.now() + milliseconds{5000},
              "after the delay that it was submitted with");
  }

  /// A pipeline that has come to the step that is done elsewhere.
  static job_id elsewhere(bench& on) {
    const job_id id = on.submit(law_jobs::remote);
    for (const char* name : {"UPLOADED", "AUDIO_EXTRACTING", "AUDIO_READY", "TRANSCRIBING",
                             "TRANSCRIPT_READY", "GENERATING"})
      on.done(to(on, id, name));
    return id;
  }

  static void every_failure_of_work_that_is_done_elsewhere_counts(bench& on) {
    const auto owner = on.worker();
    const job_id id = elsewhere(on);
    storage::raise failed = event(on, id, "fail");
    failed.error = failure_info{.code = "rate_limited", .message = "slow", .retryable = true};
    for (unsigned attempt = 1; attempt < law_jobs::remote.retry.max_attempts; ++attempt) {
      on.expect(on.done(failed).state == "GENERATING", "it stays while the budget lasts");
      const job_record now = on.get(id);
      const auto within = bounds(law_jobs::remote.retry.plan, attempt);
      on.expect(now.attempt == attempt && now.retries == attempt, "each failure is an attempt");
      on.expect(now.phase == phase::scheduled && now.due_at &&
                    *now.due_at >= on.store.now() + milliseconds{within.min.count} &&
                    *now.due_at <= on.store.now() + milliseconds{within.max.count},
                "and waits as any other, not shorter");
      on.expect(on.transitions(id).back() == "fail:GENERATING>GENERATING", "with an event");
      on.pass(milliseconds{60'000});
      on.done(storage::beat{owner});
      on.expect(on.nothing_to_claim(owner, law_jobs::remote), "nobody here takes it up");
    }
    on.expect(on.done(failed).state == "FAILED", "then the job fails");
    const job_record ended = on.get(id);
    on.expect(ended.attempt == law_jobs::remote.retry.max_attempts &&
                  static_cast<bool>(on.store.dead_letter(on.mine(), id)),
              "as a dead letter, with all its attempts");
  }

  static void who_asks_to_try_again_does_not_overrule_the_budget(bench& on) {
    const job_id id = elsewhere(on);
    storage::raise again = to(on, id, "GENERATING");
    again.error = failure_info{.code = "rate_limited", .message = "slow", .retryable = true};
    on.expect(on.done(again).state == "GENERATING" && on.done(again).state == "GENERATING",
              "a failure may lead back to where it was");
    on.expect(on.done(again).state == "FAILED", "but not for ever");

    const job_id fatal = elsewhere(on);
    again.id = fatal;
    again.error->retryable = false;
    on.expect(on.done(again).state == "FAILED" && !on.store.dead_letter(on.mine(), fatal),
              "and not if its class is never retried");

    const job_id good = elsewhere(on);
    again.id = good;
    again.error->retryable = true;
    on.done(again);
    on.done(to(on, good, "DRAFT_READY"));
    on.expect(on.get(good).attempt == 0, "what comes after a success counts anew");
  }

  static constexpr storage_law all[] = {
      {"a pipeline goes on by its steps and by events",
       a_pipeline_goes_on_by_its_steps_and_by_events},
      {"a target is reached by the event that leads there",
       a_target_is_reached_by_the_event_that_leads_there},
      {"an edit that ends well and one that fails end in the same state",
       an_edit_that_ends_well_and_one_that_fails_end_in_the_same_state},
      {"an event that the lifecycle does not have is forbidden",
       an_event_that_the_lifecycle_does_not_have_is_forbidden},
      {"an event that comes again has no further effect",
       an_event_that_comes_again_has_no_further_effect},
      {"an event that is refused is not remembered", an_event_that_is_refused_is_not_remembered},
      {"an event id belongs to its job", an_event_id_belongs_to_its_job},
      {"somebody outside can finish a job", somebody_outside_can_finish_a_job},
      {"moving on does not wait for a retry that is no longer needed",
       moving_on_does_not_wait_for_a_retry_that_is_no_longer_needed},
      {"work that is done elsewhere is not claimed", work_that_is_done_elsewhere_is_not_claimed},
      {"a failure from outside waits as the job says",
       a_failure_from_outside_waits_as_the_job_says},
      {"every failure of work that is done elsewhere counts",
       every_failure_of_work_that_is_done_elsewhere_counts},
      {"who asks to try again does not overrule the budget",
       who_asks_to_try_again_does_not_overrule_the_budget}};
};

}  // namespace pawl::testing
