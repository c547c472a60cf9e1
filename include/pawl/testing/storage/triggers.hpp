// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/testing/storage/bench.hpp>

namespace pawl::testing {

/// Who may raise an event, and that its history says who did.
struct trigger_laws {
  using bench = storage_bench;
  using errc = storage::errc;
  using milliseconds = std::chrono::milliseconds;

  static constexpr trigger everyone[] = {trigger::api, trigger::workflow, trigger::user,
                                         trigger::system};

  static storage::raise raised_by(bench& on, trigger as, const job_id& id, const char* event) {
    storage::raise op{.scope = on.mine(), .id = id, .event = event};
    op.by = actor{as, "ann"};
    return op;
  }
  static storage::cancel cancelled_by(bench& on, trigger as, const job_id& id) {
    storage::cancel op{.scope = on.mine(), .id = id, .reason = "no longer needed"};
    op.by = actor{as, "ann"};
    return op;
  }
  static job_id submitted_by(bench& on, trigger as) {
    storage::submit op = on.request(law_jobs::for_some);
    op.who.trigger = as;
    return on.submit(op);
  }
  static std::string newest_actor(bench& on, const job_id& id) {
    return on.events(id).back().actor;
  }

  static void an_event_is_raised_only_by_those_whom_its_row_names(bench& on) {
    for (const trigger as : everyone) {
      const job_id id = submitted_by(on, trigger::api);
      const std::size_t before = on.events(id).size();
      if (as == trigger::user) {
        on.expect(on.done(raised_by(on, as, id, "review")).state == "queued", "by one of them");
        continue;
      }
      const storage::error why = on.refused(raised_by(on, as, id, "review"));
      on.expect(why.code == errc::wrong_trigger &&
                    why.message.find("is raised by user, not by") != std::string::npos,
                "and by no other, who hears whom to ask");
      on.expect(on.state(id) == "reviewed" && on.events(id).size() == before,
                "nothing has happened then");
    }
  }

  static void whom_a_row_names_is_asked_of_the_row_that_is_taken(bench& on) {
    const job_id id = on.submit(law_jobs::remote);
    for (const char* event : {"confirm_upload", "run"})
      on.done(raised_by(on, trigger::api, id, event));
    storage::raise failed = raised_by(on, trigger::api, id, "fail");
    failed.error = failure_info{.code = "rate_limited", .message = "slow"};
    on.refused(errc::wrong_trigger, failed);
    on.expect(on.get(id).retries == 0, "to try again is for the workflow");
    failed.by->as = trigger::workflow;
    on.expect(on.done(failed).state == "AUDIO_EXTRACTING", "which may");
    failed.by->as = trigger::api;
    failed.error->code = "unsupported_codec";
    on.expect(on.done(failed).state == "FAILED", "to give up is for both");
  }

  static void a_target_is_reached_by_an_event_that_the_caller_may_raise(bench& on) {
    const auto to = [&](const job_id& id, trigger as, const char* target) {
      storage::raise op{.scope = on.mine(), .id = id, .target = target};
      op.by = actor{as, "n8n"};
      return op;
    };
    const job_id id = on.submit(law_jobs::remote);
    on.refused(errc::wrong_trigger, to(id, trigger::workflow, "UPLOADED"));
    on.done(to(id, trigger::api, "UPLOADED"));
    on.refused(errc::wrong_trigger, to(id, trigger::user, "AUDIO_EXTRACTING"));
    on.done(to(id, trigger::workflow, "AUDIO_EXTRACTING"));
    on.refused(errc::wrong_trigger, to(id, trigger::api, "AUDIO_READY"));
    on.done(to(id, trigger::workflow, "AUDIO_READY"));
    on.refused(errc::wrong_trigger, to(id, trigger::workflow, "CANCELLED"));
    on.expect(on.state(id) == "AUDIO_READY", "what is refused has no effect");
    on.done(to(id, trigger::api, "CANCELLED"));
  }

  static void who_may_not_raise_its_first_event_may_not_submit(bench& on) {
    for (const trigger as : {trigger::workflow, trigger::system}) {
      storage::submit op = on.request(law_jobs::for_some);
      op.who.trigger = as;
      on.refused(errc::wrong_trigger, op);
      on.expect(!on.store.get(on.everyone(), op.id), "there is no such job then");
    }
    const job_id id = submitted_by(on, trigger::user);
    on.expect(newest_actor(on, id) == "user:ann", "its first event says who has submitted it");
  }

  static void a_cancel_is_an_event_like_the_others(bench& on) {
    const auto owner = on.worker();
    const job_id waits = submitted_by(on, trigger::api);
    for (const trigger as : {trigger::api, trigger::workflow, trigger::system})
      on.refused(errc::wrong_trigger, cancelled_by(on, as, waits));
    on.expect(on.done(cancelled_by(on, trigger::user, waits)).done, "who may, may");
    on.expect(newest_actor(on, waits) == "user:ann", "and is in its history");

    const job_id runs = submitted_by(on, trigger::api);
    on.done(raised_by(on, trigger::user, runs, "review"));
    const auto job = on.start(owner, law_jobs::for_some);
    on.refused(errc::wrong_trigger, cancelled_by(on, trigger::api, runs));
    on.expect(!on.get(runs).cancel_requested, "a running job is not even asked");
    on.done(cancelled_by(on, trigger::user, runs));
    on.done(on.end(job, storage::attempt_end::cancelled));
    on.expect(on.state(runs) == "dropped" && newest_actor(on, runs) == "user:ann",
              "a cancel that its worker has honoured is the event of who asked");
  }

  static void a_cancel_is_of_who_asked_also_if_its_worker_is_lost(bench& on) {
    const auto owner = on.worker();
    const auto job = on.running(owner, law_jobs::plain);
    storage::cancel op = cancelled_by(on, trigger::api, job.id);
    on.done(op);
    on.pass(milliseconds{law_jobs::plain.lease.count * 2});
    on.done(storage::reap{});
    on.expect(on.state(job.id) == "canceled" && newest_actor(on, job.id) == "api:ann",
              "by any process that carries it out");
  }

  static void the_engine_is_not_asked(bench& on) {
    const auto owner = on.worker();
    const job_id id = submitted_by(on, trigger::api);
    on.done(raised_by(on, trigger::user, id, "review"));
    on.succeed(on.start(owner, law_jobs::for_some));
    on.expect(on.state(id) == "done", "how its own attempt ended is its part");
    std::string actors;
    for (const job_event& each : on.events(id)) actors += '[' + each.actor + ']';
    on.expect(actors == "[api:ann][user:ann][][]", "and its events name nobody else");
    on.expect(on.events(id).back().triggered_by() == actor{trigger::system, ""},
              "which means the system");

    const auto root = on.running(owner, law_jobs::plain);
    storage::submit waits = on.request(law_jobs::for_some);
    waits.depends_on = {root.id};
    on.submit(waits);
    on.fail(root, false);
    on.done(storage::release_dependents{});
    on.expect(on.state(waits.id) == "dropped", "a failed dependency cancels beside those who may");
  }

  static void what_came_with_an_event_stays_with_it(bench& on) {
    const job_id id = submitted_by(on, trigger::api);
    storage::raise op = raised_by(on, trigger::user, id, "review");
    op.metadata = R"({"occurredAt":"2026-11-17T03:00:00Z"})";
    on.done(op);
    const auto events = on.events(id);
    on.expect(events.back().metadata == op.metadata && events.front().metadata.empty(),
              "with that event only");
    on.expect(on.feed(on.mine()).back().metadata == op.metadata, "in the feed as well");

    const job_id other = submitted_by(on, trigger::api);
    op.id = other;
    op.metadata = std::string(5000, ' ');
    on.refused(errc::payload_too_large, op);
    on.expect(on.state(other) == "reviewed", "if it is not too large");
  }

  static constexpr storage_law all[] = {
      {"an event is raised only by those whom its row names",
       an_event_is_raised_only_by_those_whom_its_row_names},
      {"whom a row names is asked of the row that is taken",
       whom_a_row_names_is_asked_of_the_row_that_is_taken},
      {"a target is reached by an event that the caller may raise",
       a_target_is_reached_by_an_event_that_the_caller_may_raise},
      {"who may not raise its first event may not submit",
       who_may_not_raise_its_first_event_may_not_submit},
      {"a cancel is an event like the others", a_cancel_is_an_event_like_the_others},
      {"a cancel is of who asked also if its worker is lost",
       a_cancel_is_of_who_asked_also_if_its_worker_is_lost},
      {"the engine is not asked", the_engine_is_not_asked},
      {"what came with an event stays with it", what_came_with_an_event_stays_with_it}};
};

}  // namespace pawl::testing
