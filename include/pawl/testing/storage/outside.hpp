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

  /// A pipeline that has come to its third step, which is done elsewhere.
  static job_id elsewhere(bench& on, storage::owner_number owner) {
    const job_id id = on.submit(law_jobs::remote);
    for (const char* name : {"UPLOADED", "AUDIO_EXTRACTING", "AUDIO_READY", "TRANSCRIBING"})
      on.done(to(on, id, name));
    on.succeed(on.start(owner, law_jobs::remote));
    on.done(to(on, id, "GENERATING"));
    return id;
  }

  static void a_target_is_reached_by_the_event_that_leads_there(bench& on) {
    const auto owner = on.worker();
    const job_id id = on.submit(law_jobs::remote);
    on.done(to(on, id, "UPLOADED"));
    on.done(to(on, id, "AUDIO_EXTRACTING"));
    auto made = on.done(to(on, id, "AUDIO_READY"));
    on.expect(made.state == "AUDIO_READY" && !made.replayed, "by its success");
    on.refused(errc::forbidden, to(on, id, "DONE"));
    on.refused(errc::forbidden, to(on, id, "no such state"));
    on.expect(on.done(to(on, id, "TRANSCRIBING")).state == "TRANSCRIBING", "by running it");
    on.succeed(on.start(owner, law_jobs::remote));
    on.done(to(on, id, "GENERATING"));
    storage::raise failed = to(on, id, "GENERATING");
    failed.error = failure_info{.code = "rate_limited", .message = "slow"};
    on.expect(on.done(failed).state == "GENERATING" && on.get(id).phase == phase::scheduled &&
                  on.get(id).retries == 1,
              "a failure that may be retried leads back to where it was");
    failed.target = "FAILED";
    failed.error = failure_info{.code = "unsupported_codec", .message = "no"};
    on.expect(on.done(failed).state == "FAILED", "one that may not leads to the end");
    const job_record record = on.get(id);
    on.expect(record.error && record.error->code == "unsupported_codec" &&
                  record.error->message == "no" && record.error->state == "GENERATING",
              "which says what failed, why and where");
    on.refused(errc::already_terminal, to(on, id, "CANCELLED"));
  }

  static void an_edit_that_ends_well_and_one_that_fails_end_in_the_same_state(bench& on) {
    const auto owner = on.worker();
    const job_id id = elsewhere(on, owner);
    for (const char* name : {"DRAFT_READY", "EDITING", "REGENERATING", "EDITING"})
      on.done(to(on, id, name));
    on.expect(on.transitions(id).back() == "succeed:REGENERATING>EDITING",
              "a success is preferred");
    on.done(event(on, id, "regenerate"));
    storage::raise failed = to(on, id, "EDITING");
    failed.error = failure_info{.code = "rate_limited", .message = "slow"};
    on.done(failed);
    on.expect(on.transitions(id).back() == "fail:REGENERATING>EDITING",
              "an error makes it a failure");
    on.done(to(on, id, "CANCELLED"));
    on.expect(on.state(id) == "CANCELLED", "any living job can be cancelled");
  }

  static void how_an_attempt_ends_is_said_by_its_worker(bench& on) {
    const auto owner = on.worker();
    const auto job = on.running(owner, law_jobs::tracked);
    storage::raise failed = event(on, job.id, "fail");
    failed.error = failure_info{.code = "unsupported_codec", .message = "no"};
    const auto nothing_from_outside = [&] {
      on.refused(errc::forbidden, event(on, job.id, "succeed"));
      on.refused(errc::forbidden, to(on, job.id, "Completed"));
      on.refused(errc::forbidden, failed);
      storage::raise to_the_end = to(on, job.id, "Failed");
      to_the_end.error = failed.error;
      on.refused(errc::forbidden, to_the_end);
    };
    nothing_from_outside();
    on.expect(on.state(job.id) == "Running" && on.get(job.id).attempt == 1, "nothing has happened");
    on.fail(job);
    on.expect(on.state(job.id) == "Running" && on.get(job.id).phase == phase::scheduled,
              "it waits for its next attempt");
    nothing_from_outside();
    on.pass(milliseconds{30'000});
    on.done(storage::beat{owner});
    on.succeed(on.start(owner, law_jobs::tracked));
    on.expect(on.state(job.id) == "Completed", "its worker has ended it");
  }

  static void an_event_that_the_lifecycle_does_not_have_is_forbidden(bench& on) {
    const job_id id = on.submit(law_jobs::filmed);
    on.refused(errc::forbidden, event(on, id, "no such event"));
    on.refused(errc::forbidden, event(on, id, "publish"));
    for (const char* own : {"start", "lose"}) on.refused(errc::forbidden, event(on, id, own));
    on.expect(on.events(id).empty() && on.state(id) == "CREATED", "nothing has happened");
  }

  static void an_event_that_comes_again_has_no_further_effect(bench& on) {
    const job_id id = on.submit(law_jobs::remote);
    on.done(to(on, id, "UPLOADED"));
    on.done(to(on, id, "AUDIO_EXTRACTING"));
    storage::raise first = to(on, id, "AUDIO_READY", "event 1", "content");
    first.findings.artifacts = {{"audio_uri", "s3://a"}};
    first.findings.audit = {{"metrics", "12"}};
    on.expect(!on.done(first).replayed, "the first time it is done");
    const job_record before = on.get(id);
    on.expect(before.artifacts.size() == 1 && before.audit.size() == 1,
              "artifacts come with the transition");
    const auto again = on.done(first);
    on.expect(again.replayed && again.state == "AUDIO_READY", "the second time it is known");
    on.done(to(on, id, "TRANSCRIBING"));
    on.expect(on.done(first).state == "AUDIO_READY", "with the answer of the first time");
    on.refused(errc::event_conflict, to(on, id, "AUDIO_READY", "event 1", "other content"));
    on.expect(on.get(id).artifacts == before.artifacts, "nothing is stored twice");
    on.done(to(on, id, "CANCELLED", "event 2"));
    on.expect(on.done(first).replayed, "also after the end");
    on.expect(on.done(to(on, id, "CANCELLED", "event 2")).replayed, "of every event");
    on.refused(errc::already_terminal, to(on, id, "CANCELLED", "event 3"));
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

  static void a_job_whose_last_step_is_done_elsewhere_is_finished_from_there(bench& on) {
    const auto owner = on.worker();
    const job_id id = elsewhere(on, owner);
    for (const char* name : {"DRAFT_READY", "EDITING", "EXPORTING"}) on.done(to(on, id, name));
    storage::raise op = event(on, id, "succeed");
    op.result = std::string(33, 'r');
    on.refused(errc::payload_too_large, op);
    on.expect(on.state(id) == "EXPORTING", "not with a result that is too large");
    op.result = "done elsewhere";
    on.expect(on.done(op).state == "DONE", "by its success");
    on.expect(on.read(on.store.result_of(on.mine(), id)).value == "done elsewhere",
              "with a result");
  }

  static void moving_on_does_not_wait_for_a_retry_that_is_no_longer_needed(bench& on) {
    const auto owner = on.worker();
    const job_id id = on.submit(law_jobs::remote);
    on.done(to(on, id, "UPLOADED"));
    on.done(to(on, id, "AUDIO_EXTRACTING"));
    storage::raise failed = event(on, id, "fail");
    failed.error = failure_info{.code = "rate_limited", .message = "slow"};
    on.done(failed);
    on.expect(on.get(id).phase == phase::scheduled, "it waits for its next try");
    on.done(to(on, id, "AUDIO_READY"));
    on.expect(on.get(id).phase == phase::ready, "the next step is ready at once");
    on.expect(on.start(owner, law_jobs::remote).id == id, "and can be claimed");
  }

  static void work_that_is_done_elsewhere_is_not_claimed(bench& on) {
    const auto owner = on.worker();
    const job_id id = elsewhere(on, owner);
    on.expect(on.nothing_to_claim(owner, law_jobs::remote), "no worker here runs it");
    on.done(to(on, id, "DRAFT_READY"));
    on.expect(on.state(id) == "DRAFT_READY", "its callback moves it on");

    const auto root = on.running(owner, law_jobs::plain);
    storage::submit op = on.request(law_jobs::remote);
    op.depends_on = {root.id};
    on.submit(op);
    for (const char* name : {"UPLOADED", "AUDIO_EXTRACTING"}) on.done(to(on, op.id, name));
    on.succeed(root);
    on.expect(on.nothing_to_claim(owner, law_jobs::remote), "whatever it has waited for");
  }

  static void a_failure_from_outside_waits_as_the_job_says(bench& on) {
    storage::submit op = on.request(law_jobs::remote);
    op.retry.initial = duration_ms{20'000};
    on.submit(op);
    on.done(to(on, op.id, "UPLOADED"));
    on.done(to(on, op.id, "AUDIO_EXTRACTING"));
    storage::raise failed = event(on, op.id, "fail");
    failed.error = failure_info{.code = "queue_overload", .message = "later"};
    on.expect(on.done(failed).state == "AUDIO_EXTRACTING", "it may be tried again");
    backoff_plan own = law_jobs::remote.retry.plan;
    own.initial = duration_ms{20'000};
    on.expect(
        on.get(op.id).due_at == on.store.now() + milliseconds{delay(own, op.id.seed(), 1).count},
        "after the delay that it was submitted with");
  }

  static void every_failure_of_work_that_is_done_elsewhere_counts(bench& on) {
    const auto owner = on.worker();
    const job_id id = elsewhere(on, owner);
    storage::raise failed = event(on, id, "fail");
    failed.error = failure_info{.code = "rate_limited", .message = "slow"};
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
    const auto owner = on.worker();
    const job_id id = elsewhere(on, owner);
    storage::raise again = to(on, id, "GENERATING");
    again.error = failure_info{.code = "rate_limited", .message = "slow"};
    on.expect(on.done(again).state == "GENERATING" && on.done(again).state == "GENERATING",
              "a failure may lead back to where it was");
    on.expect(on.done(again).state == "FAILED", "but not for ever");

    const job_id fatal = elsewhere(on, owner);
    again.id = fatal;
    again.error->code = "unsupported_codec";
    on.expect(on.done(again).state == "FAILED" && !on.store.dead_letter(on.mine(), fatal),
              "and not if its class is never retried");

    const job_id good = elsewhere(on, owner);
    again.id = good;
    again.error->code = "rate_limited";
    on.done(again);
    on.done(to(on, good, "DRAFT_READY"));
    on.expect(on.get(good).attempt == 0, "what comes after a success counts anew");
  }

  static void whether_a_failure_is_retried_follows_from_its_class(bench& on) {
    const auto owner = on.worker();
    const job_id id = elsewhere(on, owner);
    storage::raise failed = to(on, id, "FAILED");
    failed.error = failure_info{.code = "rate_limited", .message = "slow", .retryable = false};
    on.expect(on.done(failed).state == "GENERATING" && on.get(id).retries == 1 &&
                  on.get(id).error->retryable,
              "one that is retried is, whatever the caller says and wants");
    failed.error = failure_info{.code = "unsupported_codec", .message = "no", .retryable = true};
    failed.target = "GENERATING";
    on.expect(on.done(failed).state == "FAILED" && !on.get(id).error->retryable,
              "one that is not is not");

    const job_id other = elsewhere(on, owner);
    const std::size_t before = on.events(other).size();
    storage::raise unknown = event(on, other, "fail");
    unknown.error = failure_info{.code = "no_such_class", .message = "?", .retryable = true};
    on.refused(errc::invalid, unknown);
    unknown.event = "abort";
    on.refused(errc::invalid, unknown);
    unknown.error->code = "rate_limited";
    on.refused(errc::forbidden, unknown);
    on.expect(on.state(other) == "GENERATING" && on.events(other).size() == before,
              "what is not declared, or would be given up too early, changes nothing");
    unknown.error->code = "unsupported_codec";
    on.expect(on.done(unknown).state == "FAILED", "a fatal one may end it from outside");
  }

  static void a_refusal_names_the_task_that_is_in_the_way(bench& on) {
    const auto owner = on.worker();
    const job_id id = elsewhere(on, owner);
    for (const char* name : {"DRAFT_READY", "EDITING"}) on.done(to(on, id, name));
    on.expect(on.refused(event(on, id, "run")).task.is_nil(), "nothing is in the way of an editor");
    for (int round = 0; round < 2; ++round) {
      on.done(event(on, id, "regenerate"));
      const job_event began = on.events(id).back();
      on.expect(on.refused(event(on, id, "regenerate")).task == began.id(),
                "a second task is refused with the event that began the first");
      on.expect(on.refused(to(on, id, "EXPORTING")).task == began.id(), "however it is asked for");
      on.done(to(on, id, "EDITING"));
    }
    on.done(event(on, id, "publish"));
    on.done(event(on, id, "abort"));
  }

  static void a_step_that_a_worker_is_about_to_begin_is_not_begun_beside_it(bench& on) {
    const auto owner = on.worker();
    const auto first = on.running_step(owner);
    on.succeed(first);
    const job_event reached = on.events(first.id).back();
    const auto held = on.claim(owner, {&law_jobs::filmed}, 0, 1);
    on.expect(held.size() == 1 && !held[0].started && on.state(first.id) == "AUDIO_READY",
              "a worker has the job and its start is not written yet");
    for (const storage::raise& again :
         {event(on, first.id, "run"), to(on, first.id, "TRANSCRIBING")}) {
      const storage::error why = on.refused(again);
      on.expect(why.code == errc::forbidden && why.task == reached.id(),
                "a second start is refused, with the event after which the first one began");
    }
    on.expect(on.nothing_to_claim(owner, law_jobs::filmed), "no other worker is given it");
    storage::settle end = bench::success(held[0]);
    end.entered_ago = milliseconds{0};
    on.done(end);
    on.expect(on.transitions(first.id).back() == "succeed:TRANSCRIBING>TRANSCRIPT_READY",
              "the attempt counts");
    on.expect(on.done(event(on, first.id, "run")).state == "GENERATING",
              "what no worker has is begun by an event");
    on.succeed(on.start(owner, law_jobs::filmed));
    on.expect(on.state(first.id) == "DRAFT_READY", "by one worker");
  }

  static void what_a_worker_runs_is_not_begun_anew_beside_it(bench& on) {
    const auto owner = on.worker();
    const auto job = on.running(owner, law_jobs::repeated);
    const job_event began = on.events(job.id).back();
    on.expect(on.refused(event(on, job.id, "repeat")).task == began.id(),
              "not while its worker runs it");
    on.succeed(job);
    const auto other = on.held(owner, law_jobs::repeated);
    on.expect(on.done(event(on, other.id, "put_aside")).state == "aside",
              "a step after which no worker begins it is taken");
    on.done(event(on, other.id, "repeat"));
    on.succeed(on.start(owner, law_jobs::repeated));
    on.expect(on.state(other.id) == "done", "and from there it goes on");
  }

  static void a_failure_that_is_told_from_outside_says_what_has_failed(bench& on) {
    const auto owner = on.worker();
    const job_id id = elsewhere(on, owner);
    storage::raise earlier = event(on, id, "fail");
    earlier.error = failure_info{.code = "rate_limited", .message = "slow"};
    on.expect(on.done(earlier).state == "GENERATING", "an earlier failure is retried");
    const std::size_t before = on.events(id).size();
    on.refused(errc::invalid, event(on, id, "fail"));
    on.refused(errc::invalid, to(on, id, "FAILED"));
    on.expect(on.state(id) == "GENERATING" && on.events(id).size() == before,
              "one that says nothing changes nothing");
    on.expect(on.done(event(on, id, "abort")).state == "FAILED", "an abort needs no failure");
    const job_record ended = on.get(id);
    on.expect(ended.error && ended.error->code == "aborted" && !ended.error->message.empty() &&
                  ended.error->state == "GENERATING",
              "and is what the job has failed with, not the failure before");
  }

  static void a_guarded_state_is_reached_with_the_agreement_of_its_handler(bench& on) {
    const job_id id = on.submit(law_jobs::guarded);
    const auto ask = [&](storage::raise op) {
      on.store.apply_one(op);
      on.expect(!op.answer && op.answer.error().code == errc::not_admitted && op.asked,
                "it is not reached without being asked about");
      return op;
    };
    storage::raise asked = to(on, id, "UPLOADED", "event 1", "content");
    asked.findings.artifacts = {{"video_uri", "s3://v"}};
    asked = ask(asked);
    on.expect(law_jobs::guarded.name_of(asked.asked->to) == "UPLOADED",
              "the store says which state it is");
    on.expect(on.state(id) == "CREATED" && on.events(id).empty() && on.get(id).artifacts.empty(),
              "what is refused has no effect");
    on.done(event(on, id, "upload"));  // a state that nobody guards
    asked.admitted = asked.asked;
    asked = ask(asked);
    on.expect(!(*asked.admitted == *asked.asked), "what was agreed to holds while nothing moves");
    asked.admitted = asked.asked;
    on.expect(on.done(asked).state == "UPLOADED" && on.get(id).artifacts.size() == 1,
              "then it is reached, with all that came");
    on.expect(on.done(asked).replayed, "an event that comes again is known");
    storage::raise again = to(on, id, "UPLOADED", "event 1", "content");
    on.expect(on.done(again).replayed, "and nobody is asked about it");
    for (const char* name : {"AUDIO_EXTRACTING", "AUDIO_READY", "TRANSCRIBING", "TRANSCRIPT_READY",
                             "GENERATING", "DRAFT_READY", "EDITING", "EXPORTING"})
      on.done(to(on, id, name));
    const storage::raise done = ask(to(on, id, "DONE"));
    on.expect(on.state(id) == "EXPORTING", "the end can be guarded as well");
    storage::raise failed = to(on, id, "EDITING");
    failed.error = failure_info{.code = "unsupported_codec", .message = "no"};
    on.done(failed);
    on.done(event(on, id, "publish"));
    storage::raise late = to(on, id, "DONE");
    late.admitted = done.asked;
    late = ask(late);
    on.expect(on.state(id) == "EXPORTING", "what was agreed to before is not for the second time");
    late.admitted = late.asked;
    on.expect(on.done(late).state == "DONE", "in the end it is done");
    const job_id other = on.submit(law_jobs::guarded);
    on.expect(on.done(event(on, other, "abort")).state == "FAILED", "failing is not asked about");
    const job_id third = on.submit(law_jobs::guarded);
    on.done(storage::cancel{on.mine(), third, "no longer needed"});
    on.expect(on.state(third) == "CANCELLED", "nor is being cancelled");
  }

  static void a_success_that_is_told_from_outside_hands_out_its_link(bench& on) {
    const job_id id = on.submit(law_jobs::published);
    for (const char* name :
         {"UPLOADED", "AUDIO_EXTRACTING", "AUDIO_READY", "TRANSCRIBING", "TRANSCRIPT_READY",
          "GENERATING", "DRAFT_READY", "EDITING", "EXPORTING"})
      on.done(to(on, id, name));
    const instant least = on.store.now() + milliseconds{law_jobs::published.keep_link.count};
    storage::raise done = to(on, id, "DONE", "event 1", "content");
    on.refused(errc::invalid, done);
    done.findings.link = result_link{"https://files/a", least - milliseconds{1}};
    on.refused(errc::invalid, done);
    on.expect(on.state(id) == "EXPORTING" && !on.get(id).link,
              "what is not to be had for as long as was promised is no success");
    done.findings.link = result_link{"https://files/a", least};
    on.expect(on.done(done).state == "DONE" && on.get(id).link == done.findings.link,
              "with how long it is valid");
    const job_id failed = on.submit(law_jobs::published);
    on.expect(on.done(event(on, failed, "abort")).state == "FAILED", "a failure has none");
  }

  static constexpr storage_law all[] = {
      {"a success that is told from outside hands out its link",
       a_success_that_is_told_from_outside_hands_out_its_link},
      {"a step that a worker is about to begin is not begun beside it",
       a_step_that_a_worker_is_about_to_begin_is_not_begun_beside_it},
      {"what a worker runs is not begun anew beside it",
       what_a_worker_runs_is_not_begun_anew_beside_it},
      {"a failure that is told from outside says what has failed",
       a_failure_that_is_told_from_outside_says_what_has_failed},
      {"a guarded state is reached with the agreement of its handler",
       a_guarded_state_is_reached_with_the_agreement_of_its_handler},
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
      {"how an attempt ends is said by its worker", how_an_attempt_ends_is_said_by_its_worker},
      {"a job whose last step is done elsewhere is finished from there",
       a_job_whose_last_step_is_done_elsewhere_is_finished_from_there},
      {"moving on does not wait for a retry that is no longer needed",
       moving_on_does_not_wait_for_a_retry_that_is_no_longer_needed},
      {"work that is done elsewhere is not claimed", work_that_is_done_elsewhere_is_not_claimed},
      {"a failure from outside waits as the job says",
       a_failure_from_outside_waits_as_the_job_says},
      {"every failure of work that is done elsewhere counts",
       every_failure_of_work_that_is_done_elsewhere_counts},
      {"who asks to try again does not overrule the budget",
       who_asks_to_try_again_does_not_overrule_the_budget},
      {"whether a failure is retried follows from its class",
       whether_a_failure_is_retried_follows_from_its_class},
      {"a refusal names the task that is in the way", a_refusal_names_the_task_that_is_in_the_way}};
};

}  // namespace pawl::testing
