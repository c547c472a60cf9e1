// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/testing/storage/bench.hpp>

namespace pawl::testing {

/// How attempts end, and what running jobs tell about themselves.
struct settle_laws {
  using bench = storage_bench;
  using errc = storage::errc;
  using attempt_end = storage::attempt_end;
  using milliseconds = std::chrono::milliseconds;
  using strings = std::vector<std::string>;

  static void a_success_has_its_result(bench& on) {
    const auto owner = on.worker();
    const auto job = on.running(owner, law_jobs::plain);
    on.done(storage::report{.lease = job.lease, .type = job.type, .progress = 40});
    on.pass(milliseconds{1500});
    const auto end = on.done(on.success(job, R"({"url":"x"})"));
    on.expect(end.state == "succeeded" && end.phase == phase::terminal && end.attempt == 1 &&
                  !end.due_at && !end.dead_letter && !end.repeated,
              "the answer says where the job stands");
    const job_record record = on.get(job.id);
    on.expect(record.state == "succeeded" && record.kind == kind::success &&
                  record.phase == phase::terminal && record.has_result,
              "a job succeeds together with its result");
    on.expect(record.progress == 100 && !record.error, "is done to 100 %, and has no error");
    on.expect(record.completed_at == on.store.now() && record.updated_at == on.store.now() &&
                  record.started_at == on.store.now() - milliseconds{1500},
              "says when it began and ended");
    const auto result = on.read(on.store.result_of(on.mine(), job.id));
    on.expect(result.state == "succeeded" && result.kind == kind::success &&
                  result.value == R"({"url":"x"})" && !result.error,
              "the result can be read");
    on.expect(
        on.transitions(job.id) == strings{"start:pending>running", "succeed:running>succeeded"},
        "each transition has one event");
    on.expect(!on.store.dead_letter(on.mine(), job.id), "a success is no dead letter");
  }

  static void a_job_that_runs_has_no_result_yet(bench& on) {
    const auto owner = on.worker();
    const auto job = on.running(owner, law_jobs::plain);
    const auto result = on.read(on.store.result_of(on.mine(), job.id));
    on.expect(result.state == "running" && !result.value && !result.error, "only its state");
  }

  static void the_same_end_told_twice_is_one_end(bench& on) {
    const auto owner = on.worker();
    const auto good = on.running(owner, law_jobs::plain);
    on.succeed(good);
    const auto bad = on.running(owner, law_jobs::plain);
    on.fail(bad, false);
    on.pass(milliseconds{500});
    const auto before = on.get(good.id);
    const auto again = on.done(on.success(good, "another"));
    on.expect(again.repeated && again.state == "succeeded" && again.phase == phase::terminal,
              "a success that is told again is answered as before");
    on.expect(on.done(on.failure(bad, false)).repeated, "and so is a failure");
    on.expect(on.read(on.store.result_of(on.mine(), good.id)).value == "42",
              "the first result stays");
    on.expect(on.get(good.id).last_event == before.last_event && on.events(good.id).size() == 2 &&
                  on.get(good.id).completed_at == before.completed_at,
              "nothing is written");
    on.refused(errc::already_terminal, on.failure(good));
    on.refused(errc::already_terminal, on.success(bad));
    on.refused(errc::already_terminal, storage::start{good.lease, good.type});
    on.refused(errc::already_terminal, storage::report{.lease = good.lease, .type = good.type});
    on.expect(on.state(good.id) == "succeeded" && on.state(bad.id) == "failed",
              "another end than the first is not believed");
  }

  static void a_failure_that_may_be_retried_waits_as_long_as_its_plan_says(bench& on) {
    const auto owner = on.worker();
    for (int round = 0; round < 20; ++round) {
      const job_id id = on.submit(law_jobs::plain);
      for (unsigned attempt = 1; attempt < 3; ++attempt) {
        const auto job = on.start(owner, law_jobs::plain);
        const auto end = on.fail(job);
        const delay_bounds within = bounds(law_jobs::plain.retry.plan, attempt);
        on.expect(end.state == "running" && end.phase == phase::scheduled &&
                      end.attempt == attempt && end.due_at && !end.dead_letter,
                  "a failing job waits inside its state");
        const std::int64_t wait = (*end.due_at - on.store.now()).count();
        on.expect(wait >= within.min.count && wait <= within.max.count,
                  "a retry waits within the bounds of its plan");
        const job_record record = on.get(id);
        on.expect(record.state == "running" && record.due_at == end.due_at &&
                      record.retries == attempt && record.attempt == attempt,
                  "and says until when");
        on.expect(record.error && record.error->code == "network_timeout" &&
                      record.error->message == "it did not work" &&
                      record.error->detail == "host 7" && record.error->state == "running" &&
                      record.error->retryable,
                  "and what went wrong");
        if (wait > 0) {
          on.pass(milliseconds{wait - 1});
          on.done(storage::beat{owner});
          on.expect(on.nothing_to_claim(owner, law_jobs::plain), "it is not claimed before that");
          on.pass(milliseconds{1});
        }
      }
      on.succeed(on.start(owner, law_jobs::plain));
      const job_record record = on.get(id);
      on.expect(!record.error && record.retries == 2 && record.attempt == 3 && !record.due_at,
                "after a success there is no error");
      on.expect(record.started_at < record.completed_at || round > 0,
                "a job began with its first attempt");
    }
  }

  static void a_failure_may_ask_for_a_longer_wait_than_its_plan(bench& on) {
    const auto owner = on.worker();
    const auto longest = milliseconds{bounds(law_jobs::plain.retry.plan, 1).max.count};
    const auto asked = [&](milliseconds least, bool retryable = true) {
      storage::settle op = on.failure(on.running(owner, law_jobs::plain), retryable);
      op.delay = least;
      return on.done(op);
    };
    on.expect(asked(longest + std::chrono::hours{1}).due_at ==
                  on.store.now() + longest + std::chrono::hours{1},
              "what a provider asks for is waited");
    const auto shorter = asked(milliseconds{-5});
    on.expect(shorter.due_at && *shorter.due_at >= on.store.now() &&
                  *shorter.due_at <= on.store.now() + longest,
              "where it asks for less, the plan counts");
    on.expect(asked(milliseconds::max()).due_at.has_value(), "an absurd wait has an end");
    on.expect(asked(longest, false).phase == phase::terminal,
              "a failure that is final does not wait");
  }

  static void a_job_may_have_a_plan_of_its_own(bench& on) {
    const auto owner = on.worker();
    const auto job = on.running(owner, law_jobs::plain);
    storage::settle op = on.failure(job);
    op.plan = backoff_plan{.model = backoff_model::fixed, .initial = {700}, .cap = {700}};
    on.expect(on.done(op).due_at == on.store.now() + milliseconds{700}, "which then holds");
    storage::submit other = on.request(law_jobs::filed);
    other.retry.initial = duration_ms{5000};
    on.submit(other);
    const auto claimed = on.start(owner, law_jobs::filed);
    on.expect(delay(claimed.retry.plan, claimed.id.seed(), 1).count == 5000,
              "what a submission has overridden is handed over");
  }

  static void a_failure_that_may_not_be_retried_is_final(bench& on) {
    const auto owner = on.worker();
    const auto job = on.running(owner, law_jobs::plain);
    on.done(storage::report{.lease = job.lease, .type = job.type, .progress = 30});
    const auto end = on.fail(job, false);
    on.expect(end.state == "failed" && end.phase == phase::terminal && !end.dead_letter,
              "it fails at once");
    const job_record record = on.get(job.id);
    on.expect(record.kind == kind::failure && record.retries == 0 && record.attempt == 1 &&
                  record.progress == 30 && !record.has_result && record.completed_at,
              "after one attempt, as far as it came");
    on.expect(record.error && record.error->code == "validation_error" && !record.error->retryable,
              "with its error");
    const auto result = on.read(on.store.result_of(on.mine(), job.id));
    on.expect(!result.value && result.error == record.error, "which is its result");
    on.expect(!on.store.dead_letter(on.mine(), job.id), "a fatal error is no dead letter");
    on.expect(on.events(job.id).back().error == "validation_error" &&
                  on.events(job.id).back().detail == "host 7",
              "the event says what went wrong");
  }

  static void a_job_out_of_attempts_is_a_dead_letter(bench& on) {
    const auto owner = on.worker();
    storage::submit op = on.request(law_jobs::plain, R"({"n":1})");
    const job_id id = on.submit(op);
    for (int i = 0; i < 2; ++i) {
      on.fail(on.start(owner, law_jobs::plain));
      on.pass(milliseconds{30'000});
      on.done(storage::beat{owner});
    }
    const auto end = on.fail(on.start(owner, law_jobs::plain));
    on.expect(end.state == "failed" && end.dead_letter, "the last failure says so");
    const auto letter = on.read(on.store.dead_letter(on.mine(), id));
    on.expect(letter.payload == op.payload && letter.payload_version == 1,
              "a dead letter has the payload");
    on.expect(letter.job.id == id && letter.job.attempt == 3 && letter.job.retries == 2 &&
                  letter.job.error && letter.job.error->code == "network_timeout",
              "the attempts and the last error");
    on.expect(letter.dead_since == on.store.now() && letter.job.completed_at == letter.dead_since &&
                  !letter.replayed_as,
              "and the times");
    const auto page = on.read(on.store.dead_letters(on.mine(), {}));
    on.expect(page.letters.size() == 1 && page.letters[0].job.id == id, "it is listed");
    on.expect(on.read(on.store.count(on.mine())).dead_letters == 1, "and counted");
  }

  static void a_service_job_waits_in_failed_and_is_dead_lettered_at_last(bench& on) {
    const auto owner = on.worker();
    const job_id id = on.submit(law_jobs::served);
    for (int i = 0; i < 2; ++i) {
      const auto end = on.fail(on.start(owner, law_jobs::served));
      on.expect(end.state == "failed" && end.phase == phase::scheduled, "it waits in failed");
      on.pass(milliseconds{30'000});
      on.done(storage::beat{owner});
    }
    const auto end = on.fail(on.start(owner, law_jobs::served));
    on.expect(end.state == "dead_lettered" && end.dead_letter, "and ends dead-lettered");
    on.expect(on.transitions(id) == strings{"start:pending>running", "fail:running>failed",
                                            "retry_due:failed>pending", "start:pending>running",
                                            "fail:running>failed", "retry_due:failed>pending",
                                            "start:pending>running", "fail:running>failed",
                                            "retry_due:failed>dead_lettered"},
              "step by step");
    const auto fatal = on.running(owner, law_jobs::served);
    on.expect(on.fail(fatal, false).dead_letter && on.state(fatal.id) == "dead_lettered",
              "a fatal failure takes both steps at once");
  }

  static void a_document_is_retried_three_times_a_second_apart(bench& on) {
    const auto owner = on.worker();
    const job_id id = on.submit(law_jobs::filed);
    on.expect(on.transitions(id) == strings{"submit:CREATED>QUEUED"},
              "a submission is a transition where the lifecycle says so");
    for (unsigned i = 1; i <= 3; ++i) {
      const auto end = on.fail(on.start(owner, law_jobs::filed));
      on.expect(end.state == "RETRYING" && end.due_at == on.store.now() + milliseconds{1000},
                "a retry is due after a second");
      const job_record job = on.get(id);
      on.expect(job.retries == i && job.max_retries() == 3 && job.error && job.error->retryable,
                "retries are counted");
      on.pass(milliseconds{999});
      on.expect(on.nothing_to_claim(owner, law_jobs::filed) && on.state(id) == "RETRYING",
                "not before");
      on.pass(milliseconds{1});
    }
    on.expect(on.fail(on.start(owner, law_jobs::filed)).state == "FAILED",
              "the fourth is the last");
    on.expect(on.get(id).retries == 3, "with three retries");
  }

  static void a_status_job_is_poisoned_when_its_attempts_are_used_up(bench& on) {
    const auto owner = on.worker();
    const job_id id = on.dead(owner, law_jobs::tracked);
    const job_record job = on.get(id);
    on.expect(job.state == "Poisoned" && job.kind == kind::dead, "it is poisoned");
    on.expect(on.transitions(id) == strings{"start:Queued>Running", "fail:Running>Running",
                                            "fail:Running>Running", "fail:Running>Poisoned"},
              "after retries inside Running");
    const auto fatal = on.running(owner, law_jobs::tracked);
    on.expect(on.fail(fatal, false).state == "Failed", "a fatal failure only fails");
  }

  static void an_attempt_that_ran_out_of_time_has_failed(bench& on) {
    const auto owner = on.worker();
    const auto job = on.running(owner, law_jobs::plain);
    storage::settle op = on.end(job, attempt_end::expired);
    op.error = {.code = "timeout", .message = "it took too long", .retryable = true};
    on.expect(on.done(op).phase == phase::scheduled, "and may be tried again");
    on.expect(on.get(job.id).error->code == "timeout", "its class is timeout");
  }

  static void a_snooze_is_not_charged(bench& on) {
    const auto owner = on.worker();
    const auto job = on.running(owner, law_jobs::plain);
    storage::settle op = on.end(job, attempt_end::snoozed);
    op.delay = milliseconds{4000};
    op.message = "not yet";
    const auto end = on.done(op);
    on.expect(end.phase == phase::scheduled && end.attempt == 0 &&
                  end.due_at == on.store.now() + milliseconds{4000},
              "it is run again later");
    on.expect(on.transitions(job.id).size() == 1 && on.events(job.id).back().message == "not yet",
              "no transition, but a message");
    on.pass(milliseconds{3999});
    on.expect(on.nothing_to_claim(owner, law_jobs::plain), "not before");
    on.pass(milliseconds{1});
    const auto again = on.start(owner, law_jobs::plain);
    on.expect(again.id == job.id && again.attempt == 1, "as the same attempt");
    on.expect(on.get(job.id).retries == 0, "that has not failed");
  }

  static void a_released_job_goes_back_uncharged(bench& on) {
    const auto owner = on.worker();
    const struct {
      const job_descriptor* type;
      const char* state;
      phase then = phase::ready;
    } each[] = {{&law_jobs::plain, "pending"},
                {&law_jobs::served, "pending"},
                {&law_jobs::filed, "RETRYING", phase::scheduled},  // nothing is queued at once
                {&law_jobs::tracked, "Running"}};
    for (const auto& [type, state, then] : each) {
      const auto job = on.running(owner, *type);
      const auto end = on.done(on.end(job, attempt_end::given_back));
      on.expect(end.phase == then && end.state == state && end.attempt == 0,
                "a job whose process stops goes back");
      const job_record record = on.get(job.id);
      on.expect(record.attempt == 0 && record.retries == 0 && !record.error,
                "nothing has failed, and nothing is charged");
      if (then == phase::scheduled) on.outwait_backoff(*type, owner);
      on.expect(on.start(owner, *type).attempt == 1, "the next start is the first again");
    }
  }

  static void a_job_can_be_released_in_its_last_attempt(bench& on) {
    const auto owner = on.worker();
    storage::submit op = on.request(law_jobs::plain);
    op.retry.max_attempts = 1;
    on.submit(op);
    for (int i = 0; i < 5; ++i)
      on.done(on.end(on.start(owner, law_jobs::plain), attempt_end::given_back));
    on.expect(on.start(owner, law_jobs::plain).attempt == 1, "as often as its processes stop");
  }

  // --- What running jobs tell
  // ---------------------------------------------------------------------

  static void progress_never_falls(bench& on) {
    const auto owner = on.worker();
    const auto job = on.running(owner, law_jobs::plain);
    const auto report = [&](storage::maybe<int> progress, std::string stage, std::string message) {
      storage::report op{.lease = job.lease, .type = job.type, .progress = progress};
      op.stage = std::move(stage);
      op.message = std::move(message);
      on.done(op);
      return on.get(job.id);
    };
    on.expect(report(30, "reading", "").progress == 30, "progress rises");
    on.expect(report(10, "", "").progress == 30, "and does not fall");
    on.expect(on.get(job.id).last_event == 2, "what changes nothing is no event");
    const job_record job_now = report(10, "writing", "on");
    on.expect(job_now.progress == 30 && job_now.stage == "writing", "a stage is entered");
    on.expect(report(400, "", "").progress == 100, "no more than all of it");
    const auto history = on.events(job.id);
    on.expect(history.size() == 4 && history[1].kind == event_kind::progress &&
                  history[1].progress == 30 && history[1].stage == "reading" &&
                  history[2].message == "on" && history[2].stage == "writing",
              "each step is an event");
    report({}, "", "hello");
    on.expect(on.events(job.id).back().kind == event_kind::message &&
                  on.events(job.id).back().message == "hello",
              "words alone are a message");
  }

  static void a_checkpoint_is_handed_to_the_next_attempt(bench& on) {
    const auto owner = on.worker();
    const auto job = on.running(owner, law_jobs::plain);
    const auto save = [&](const char* what) {
      storage::report op{.lease = job.lease, .type = job.type, .progress = 20, .stage = "reading"};
      op.checkpoint = what;
      on.done(op);
    };
    save("line 1");
    save("line 2");
    on.fail(job);
    on.pass(milliseconds{30'000});
    const auto again = on.start(owner, law_jobs::plain);
    on.expect(again.checkpoint == "line 2" && again.progress == 20 && again.stage == "reading",
              "the newest one, with how far it had come");
    on.pass(law_jobs::plain.lease);
    on.pass(milliseconds{1});
    on.done(storage::reap{});
    on.outwait_backoff(law_jobs::plain, owner);
    on.expect(on.start(owner, law_jobs::plain).checkpoint == "line 2", "also after a crash");
  }

  static void findings_are_kept_with_their_versions(bench& on) {
    const auto owner = on.worker();
    const auto job = on.running(owner, law_jobs::plain);
    storage::report op{.lease = job.lease, .type = job.type};
    op.findings.artifacts = {{"draft", "one"}, {"audio", "a"}};
    op.findings.audit = {{"model", "m1"}};
    on.done(op);
    storage::settle end = on.success(job);
    end.findings.artifacts = {{"draft", "two"}, {"draft", "three"}};
    end.findings.audit = {{"model", "m2"}, {"tokenUsage", "12"}};
    on.done(end);
    const job_record record = on.get(job.id);
    on.expect(
        record.artifacts ==
            std::vector<artifact>{
                {"audio", 1, "a"}, {"draft", 1, "one"}, {"draft", 2, "two"}, {"draft", 3, "three"}},
        "a later artifact of the same name is a new version");
    on.expect(
        record.audit == std::map<std::string, std::string>{{"model", "m2"}, {"tokenUsage", "12"}},
        "an audit field has its last value");
  }

  static void a_success_hands_out_its_link(bench& on) {
    const auto owner = on.worker();
    const job_descriptor& type = law_jobs::linking;
    const instant least = on.store.now() + milliseconds{type.keep_link.count};
    const auto linked = on.running(owner, type);
    storage::settle end = on.success(linked);
    end.findings.link = result_link{"https://files/a b?until=1", least};
    on.done(end);
    const job_record record = on.get(linked.id);
    on.expect(record.state == "succeeded" && record.link == end.findings.link,
              "with how long it is valid");

    const auto brief = on.running(owner, type);
    end = on.success(brief);
    end.findings.link = result_link{"https://files/b", least - milliseconds{1}};
    on.done(end);
    const auto silent = on.running(owner, type);
    on.done(on.success(silent));
    for (const job_id& id : {brief.id, silent.id}) {
      const job_record failed = on.get(id);
      on.expect(failed.state == "failed" && failed.error && failed.error->code == "internal_bug" &&
                    !failed.has_result && !failed.link && failed.progress != 100,
                "what is not to be had for as long as was promised is no success");
    }
    const auto plain = on.running(owner, law_jobs::plain);
    on.succeed(plain);
    on.expect(on.get(plain.id).state == "succeeded", "who promises nothing needs none");
  }

  static constexpr storage_law all[] = {
      {"a success hands out its link", a_success_hands_out_its_link},
      {"a success has its result", a_success_has_its_result},
      {"a job that runs has no result yet", a_job_that_runs_has_no_result_yet},
      {"the same end told twice is one end", the_same_end_told_twice_is_one_end},
      {"a failure that may be retried waits as long as its plan says",
       a_failure_that_may_be_retried_waits_as_long_as_its_plan_says},
      {"a failure may ask for a longer wait than its plan",
       a_failure_may_ask_for_a_longer_wait_than_its_plan},
      {"a job may have a plan of its own", a_job_may_have_a_plan_of_its_own},
      {"a failure that may not be retried is final", a_failure_that_may_not_be_retried_is_final},
      {"a job out of attempts is a dead letter", a_job_out_of_attempts_is_a_dead_letter},
      {"a service job waits in failed and is dead-lettered at last",
       a_service_job_waits_in_failed_and_is_dead_lettered_at_last},
      {"a document is retried three times, a second apart",
       a_document_is_retried_three_times_a_second_apart},
      {"a status job is poisoned when its attempts are used up",
       a_status_job_is_poisoned_when_its_attempts_are_used_up},
      {"an attempt that ran out of time has failed", an_attempt_that_ran_out_of_time_has_failed},
      {"a snooze is not charged", a_snooze_is_not_charged},
      {"a released job goes back uncharged", a_released_job_goes_back_uncharged},
      {"a job can be released in its last attempt", a_job_can_be_released_in_its_last_attempt},
      {"progress never falls", progress_never_falls},
      {"a checkpoint is handed to the next attempt", a_checkpoint_is_handed_to_the_next_attempt},
      {"findings are kept with their versions", findings_are_kept_with_their_versions}};
};

}  // namespace pawl::testing
