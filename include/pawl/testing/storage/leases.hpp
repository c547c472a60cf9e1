// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/testing/storage/bench.hpp>

namespace pawl::testing {

/// Leases: what a lease is worth, and when it is worth nothing any more.
struct lease_laws {
  using bench = storage_bench;
  using errc = storage::errc;
  using attempt_end = storage::attempt_end;
  using milliseconds = std::chrono::milliseconds;

  /// One millisecond more than the owner may be silent.
  static void outlast_the_lease(bench& on, const job_descriptor& type = law_jobs::plain) {
    on.pass(type.lease);
    on.pass(milliseconds{1});
  }

  /// Demands that no operation accepts a lease, and that trying leaves no trace.
  static void worth_nothing(bench& on, const storage::claimed& job, errc code = errc::lease_lost) {
    const job_record before = on.get(job.id);
    const auto history = on.events(job.id);
    on.refused(code, storage::start{job.lease, job.type});
    storage::report said{.lease = job.lease, .type = job.type, .progress = 77, .stage = "late"};
    said.message = "still here";
    said.checkpoint = "line 9";
    said.findings.artifacts.emplace_back("late", "1");
    on.refused(code, said);
    for (const auto how : {attempt_end::succeeded, attempt_end::failed, attempt_end::expired,
                           attempt_end::cancelled, attempt_end::snoozed, attempt_end::given_back}) {
      storage::settle op = on.end(job, how);
      op.error = {.code = "network_timeout", .message = "late", .retryable = true};
      op.findings.audit["late"] = "yes";
      op.message = "late";
      on.refused(code, op);
    }
    const job_record after = on.get(job.id);
    on.expect(after.state == before.state && after.phase == before.phase &&
                  after.fence == before.fence && after.attempt == before.attempt &&
                  after.updated_at == before.updated_at && after.progress == before.progress &&
                  after.audit == before.audit && after.artifacts == before.artifacts,
              "who shows a lease that is worth nothing changes nothing");
    on.expect(on.events(job.id).size() == history.size(), "and writes no history");
  }

  static void a_lease_is_worth_nothing_once_the_job_was_given_to_another(bench& on) {
    const auto stalled = on.worker();
    const auto late = on.running(stalled, law_jobs::plain);
    outlast_the_lease(on);
    const auto second = on.worker();
    on.expect(on.done(storage::reap{}).jobs.size() == 1, "a silent owner loses its job");
    worth_nothing(on, late);
    on.outwait_backoff(law_jobs::plain, second);
    const auto current = on.start(second, law_jobs::plain);
    on.expect(current.id == late.id && current.lease.fence > late.lease.fence,
              "another worker runs it");
    worth_nothing(on, late);
    on.succeed(current);
    worth_nothing(on, late);
    on.expect(on.get(late.id).state == "succeeded", "and ends it");
  }

  /// One of the jobs that a lost process had may be what ended it: they run one at a time.
  static void what_a_lost_process_had_runs_apart(bench& on) {
    const auto lost = on.worker();
    for (int i = 0; i < 4; ++i) on.submit(law_jobs::plain);
    on.expect(on.claim(lost, {&law_jobs::plain}, 2, 2).size() == 4, "a process takes four");
    outlast_the_lease(on);
    const auto owner = on.worker();
    on.expect(on.done(storage::reap{}).jobs.size() == 4, "and is lost");
    on.outwait_backoff(law_jobs::plain, owner);
    const job_id healthy = on.submit(law_jobs::plain);
    const auto taken_ahead = on.claim(owner, {&law_jobs::plain}, 0, 9);
    on.expect(taken_ahead.size() == 2, "one of them is taken beside a healthy one");
    for (const storage::claimed& each : taken_ahead) {
      on.expect(each.suspect == each.started && each.suspect == (each.id != healthy),
                "none of them is held by another: it begins, and the healthy one is held");
      if (each.suspect) on.fail(each);
    }
    for (int left = 3; left != 0; --left) {
      const auto next = on.claim(owner, {&law_jobs::plain}, 9, 9);
      on.expect(next.size() == 1 && next[0].suspect && next[0].started && next[0].id != healthy,
                "one of them begins, and the others wait");
      storage::claim none{.owner = owner, .types = {&law_jobs::plain}, .start = 9, .suspects = 0};
      on.expect(on.done(none).jobs.empty(), "a process that runs one takes no other");
      on.fail(next[0]);
    }
    on.pass(milliseconds{60'000});
    on.done(storage::beat{owner});
    const auto again = on.claim(owner, {&law_jobs::plain}, 9);
    on.expect(again.size() == 4, "what came back is like any other job");
    for (const storage::claimed& each : again)
      on.expect(!each.suspect, "whatever it came back with");
  }

  /// The same owner claims the job again: its own old lease is as good as a stranger's.
  static void an_old_lease_of_the_same_owner_is_worth_nothing(bench& on) {
    const auto owner = on.worker();
    const auto old = on.running(owner, law_jobs::plain);
    outlast_the_lease(on);
    on.done(storage::reap{});
    on.outwait_backoff(law_jobs::plain, owner);
    const auto current = on.start(owner, law_jobs::plain);
    on.expect(current.id == old.id && current.attempt == 2, "the owner has claimed it again");
    worth_nothing(on, old);
    on.succeed(current);
  }

  static void a_lease_is_worth_nothing_after_its_attempt_has_ended(bench& on) {
    const auto owner = on.worker();
    const auto failed = on.running(owner, law_jobs::plain);
    on.fail(failed);
    worth_nothing(on, failed);
    const auto snoozed = on.running(owner, law_jobs::other);
    storage::settle op = on.end(snoozed, attempt_end::snoozed);
    op.delay = milliseconds{1000};
    on.done(op);
    worth_nothing(on, snoozed);
    const auto released = on.running(owner, law_jobs::served);
    on.done(on.end(released, attempt_end::given_back));
    worth_nothing(on, released);
    const auto held = on.held(owner, law_jobs::tracked);
    on.done(on.end(held, attempt_end::given_back));
    worth_nothing(on, held);
  }

  static void a_lease_is_worth_nothing_after_an_event_from_outside_has_moved_the_job(bench& on) {
    const auto owner = on.worker();
    const auto forced = on.running(owner, law_jobs::plain);
    on.done(storage::cancel{.scope = on.mine(), .id = forced.id, .force = true});
    worth_nothing(on, forced);
    const auto held = on.held(owner, law_jobs::other);
    on.done(storage::cancel{.scope = on.mine(), .id = held.id});
    worth_nothing(on, held);
    const auto raised = on.running(owner, law_jobs::plain);
    on.done(storage::raise{.scope = on.mine(), .id = raised.id, .event = "cancel"});
    worth_nothing(on, raised);
  }

  static void a_lease_of_no_job_is_refused(bench& on) {
    storage::settle op{.lease = {.key = 1'000'000, .fence = 1}, .type = &law_jobs::plain};
    on.refused(errc::not_found, op);
    on.refused(errc::not_found, storage::start{op.lease, &law_jobs::plain});
  }

  /// A sign of life that comes too late does not bring a lease back.
  static void a_beat_after_the_lease_has_run_out_does_not_revive_it(bench& on) {
    const auto owner = on.worker();
    const auto late = on.running(owner, law_jobs::plain);
    const auto held = on.held(owner, law_jobs::other);
    outlast_the_lease(on);
    on.expect(on.done(storage::beat{owner}).jobs.empty(),
              "the owner is told that it holds nothing");
    worth_nothing(on, late);
    worth_nothing(on, held);
    const job_record job = on.get(late.id);
    on.expect(
        job.state == "pending" && job.attempt == 1 && job.error && job.error->code == "worker_lost",
        "a late beat is a lost worker");
    on.expect(on.get(held.id).attempt == 0, "who was only held is not charged");
    on.outwait_backoff(law_jobs::plain, owner);
    on.expect(on.start(owner, law_jobs::plain).attempt == 2, "from then on the owner lives again");
  }

  static void a_lease_lasts_exactly_as_long_as_it_says(bench& on) {
    const auto owner = on.worker();
    const auto job = on.running(owner, law_jobs::plain);
    on.pass(law_jobs::plain.lease);
    on.expect(on.done(storage::reap{}).jobs.empty(), "nobody is lost before its lease is over");
    const auto beat = on.done(storage::beat{owner});
    on.expect(beat.jobs.size() == 1 && beat.jobs[0].lease == job.lease, "a beat in time keeps it");
    on.pass(law_jobs::plain.lease);
    on.expect(on.done(storage::reap{}).jobs.empty(), "for one more lease");
    on.pass(milliseconds{1});
    on.expect(on.done(storage::reap{}).jobs.size() == 1, "and not for longer");
  }

  /// One rule: as long as the job was not taken away, its end is accepted, however late.
  static void an_end_is_accepted_until_the_job_was_taken_away(bench& on) {
    const auto owner = on.worker();
    const auto job = on.running(owner, law_jobs::plain);
    outlast_the_lease(on);
    const auto end = on.succeed(job);
    on.expect(end.state == "succeeded" && !end.repeated, "a late success is a success");
    on.expect(on.done(storage::reap{}).jobs.empty(), "and nothing is left to reap");
    on.expect(on.state(job.id) == "succeeded", "a reaper does not touch what has ended");
    on.expect(on.events(job.id).size() == 2, "nor its history");
  }

  static void a_long_job_with_beats_is_not_taken_away(bench& on) {
    const auto owner = on.worker();
    const auto job = on.running(owner, law_jobs::plain);
    for (int i = 0; i < 30; ++i) {
      on.pass(milliseconds{law_jobs::plain.lease.count / 3});
      on.expect(on.done(storage::beat{owner}).jobs.size() == 1, "the owner holds its job");
      on.expect(on.done(storage::reap{}).jobs.empty(), "nobody takes it away");
    }
    on.succeed(job);
    on.expect(on.get(job.id).attempt == 1, "ten leases long, it ran once");
  }

  static void claiming_is_a_sign_of_life(bench& on) {
    const auto owner = on.worker();
    outlast_the_lease(on);
    const auto job = on.running(owner, law_jobs::plain);
    on.expect(on.done(storage::reap{}).jobs.empty(), "what was just claimed is not lost");
    on.succeed(job);
    const auto lost = on.running(owner, law_jobs::plain);
    outlast_the_lease(on);
    on.submit(law_jobs::other);
    on.start(owner, law_jobs::other);
    worth_nothing(on, lost);  // claiming, as beating, does not revive what has run out
  }

  static void a_sign_of_life_beside_a_reap_revives_nothing(bench& on) {
    const auto loses_all = [&](storage::owner_number owner, const storage::operation_ptr& sign) {
      for (int i = 0; i < 5; ++i) on.submit(law_jobs::plain);
      on.expect(on.claim(owner, {&law_jobs::plain}, 3, 2).size() == 5, "an owner has five jobs");
      outlast_the_lease(on);
      storage::reap one{1};
      on.store.apply({&one, sign});
      on.expect(one.answer && one.answer->jobs.size() == 1 && one.answer->more,
                "the reaper takes one of them");
      on.expect(on.read(on.store.leases(owner)).empty(), "and its owner loses the others");
    };
    const auto claims = on.worker();
    storage::claim claiming{.owner = claims, .types = {&law_jobs::plain}, .start = 1};
    loses_all(claims, &claiming);
    const auto calls = on.worker();
    storage::take_callbacks taking{.owner = calls, .types = {&law_jobs::telling}};
    loses_all(calls, &taking);
    const auto beats = on.worker();
    storage::beat beating{beats};
    loses_all(beats, &beating);
  }

  static void claims_of_one_batch_share_their_suspects(bench& on) {
    const auto owner = on.worker();
    on.running(owner, law_jobs::plain);
    on.running(owner, law_jobs::other);
    outlast_the_lease(on);
    on.expect(on.done(storage::reap{}).jobs.size() == 2, "two are lost");
    const auto next = on.worker();
    on.outwait_backoff(law_jobs::plain, next);
    on.outwait_backoff(law_jobs::other, next);
    const auto ask = [&] {
      storage::claim none{.owner = next, .types = {&law_jobs::filed}};
      storage::claim first{.owner = next, .types = {&law_jobs::other}};
      storage::claim second{.owner = next, .types = {&law_jobs::plain}};
      first.after = &none;
      second.after = &first;
      on.store.apply({&none, &first, &second});
      on.expect(none.answer && first.answer && second.answer, "all are answered");
      std::vector<storage::claimed> all;
      for (const auto* each : {&first, &second})
        for (const storage::claimed& job : each->answer->jobs) all.push_back(job);
      return all;
    };
    const auto taken = ask();
    on.expect(taken.size() == 1 && taken[0].suspect && taken[0].type == &law_jobs::other,
              "the first that finds one has it, and the others have none");
    on.succeed(taken[0]);
    const auto rest = ask();
    on.expect(rest.size() == 1 && rest[0].suspect && rest[0].type == &law_jobs::plain,
              "and those before them do not keep it from the last");
  }

  static void the_reaper_says_what_it_took(bench& on) {
    const auto owner = on.worker();
    const auto runs = on.running(owner, law_jobs::plain);
    const auto waits = on.held(owner, law_jobs::other);
    outlast_the_lease(on);
    const auto taken = on.done(storage::reap{}).jobs;
    on.expect(taken.size() == 2, "all that the owner had");
    for (const auto& each : taken) {
      on.expect(each.id == (each.was_running ? runs.id : waits.id) && each.state == "pending",
                "with its state afterwards");
      on.expect(each.type == (each.was_running ? &law_jobs::plain : &law_jobs::other),
                "and its type");
      on.expect(each.kind == kind::ready && each.error == "worker_lost" &&
                    each.started_at.has_value() == each.was_running,
                "and what it was lost with");
    }
    const job_record job = on.get(waits.id);
    on.expect(
        job.phase == phase::scheduled && job.attempt == 0 && job.last_event == 0 && !job.error,
        "losing a held job is no event of its life");
    on.expect(on.done(storage::reap{}).jobs.empty(), "nothing is taken twice");
  }

  static void a_reaper_takes_no_more_than_it_was_asked_for(bench& on) {
    const auto owner = on.worker();
    for (int i = 0; i < 5; ++i) on.submit(law_jobs::plain);
    on.claim(owner, {&law_jobs::plain}, 3, 2);
    outlast_the_lease(on);
    on.expect(on.done(storage::reap{2}).jobs.size() == 2, "two");
    on.expect(on.done(storage::reap{9}).jobs.size() == 3, "and the rest");
  }

  static void a_lost_worker_costs_an_attempt(bench& on) {
    for (int lost = 1; lost <= 3; ++lost) {
      const auto owner = on.worker();
      if (lost == 1) on.submit(law_jobs::plain);
      on.outwait_backoff(law_jobs::plain, owner);
      const auto job = on.start(owner, law_jobs::plain);
      on.expect(job.attempt == static_cast<unsigned>(lost), "every start counts");
      outlast_the_lease(on);
      const auto taken = on.done(storage::reap{}).jobs;
      const job_record record = on.get(job.id);
      on.expect(taken.size() == 1 && record.error && record.error->code == "worker_lost" &&
                    record.error->state == "running",
                "the error says that the worker was lost");
      on.expect(record.state == (lost < 3 ? "pending" : "failed"),
                "the job goes back until no attempt is left");
      if (lost == 3) {
        on.expect(record.phase == phase::terminal && record.attempt == 3,
                  "as many starts as attempts");
        on.expect(static_cast<bool>(on.store.dead_letter(on.mine(), job.id)),
                  "then it is a dead letter");
      }
    }
  }

  /// Where a lifecycle has a state in which a retry waits, a lost worker's waits there too.
  static void a_retry_after_a_lost_worker_waits_for_its_delay(bench& on) {
    const std::vector<std::string> retried{"submit:CREATED>QUEUED", "start:QUEUED>RUNNING",
                                           "lose:RUNNING>RETRYING"};
    const auto lose_by = [&](auto lose, bool is_charged) {
      const auto owner = on.worker();
      std::vector<storage::claimed> jobs;
      for (int i = 0; i < 3; ++i) jobs.push_back(on.running(owner, law_jobs::filed));
      lose(owner, jobs);
      const instant back = on.store.now() + milliseconds{law_jobs::filed.retry.plan.initial.count};
      for (const storage::claimed& each : jobs) {
        const job_record job = on.get(each.id);
        on.expect(job.state == "RETRYING" && job.phase == phase::scheduled && job.due_at == back,
                  "a job that is to be retried waits for its delay after any loss");
        on.expect(job.retries == (is_charged ? 1U : 0U) && on.transitions(each.id) == retried,
                  "and has not been queued");
      }
      const auto other = on.worker();
      storage::claim all{.owner = other, .types = {&law_jobs::filed}, .start = 9, .suspects = 9};
      on.pass(milliseconds{law_jobs::filed.retry.plan.initial.count - 1});
      on.expect(on.done(all).jobs.empty(), "nobody is given it before");
      on.expect(on.state(jobs[0].id) == "RETRYING", "nor is it queued");
      on.pass(milliseconds{1});
      const auto again = on.done(all).jobs;
      on.expect(again.size() == jobs.size(), "then it is");
      for (const storage::claimed& each : again) {
        on.expect(on.transitions(each.id)[3] == "retry_due:RETRYING>QUEUED", "by way of the queue");
        on.succeed(each);
      }
    };
    lose_by([&](auto owner, const auto&) { on.done(storage::leave{owner}); }, true);
    lose_by(
        [&](auto, const auto&) {
          outlast_the_lease(on, law_jobs::filed);
          on.expect(on.done(storage::reap{}).jobs.size() == 3, "a silent owner loses what it had");
        },
        true);
    lose_by(
        [&](auto owner, const auto&) {
          outlast_the_lease(on, law_jobs::filed);
          on.done(storage::beat{owner});
        },
        true);
    lose_by(
        [&](auto, const auto& jobs) {
          for (const storage::claimed& each : jobs) on.done(on.end(each, attempt_end::given_back));
        },
        false);
  }

  static void who_leaves_gives_back_what_it_had(bench& on) {
    const auto owner = on.worker();
    const auto runs = on.running(owner, law_jobs::plain);
    const auto waits = on.held(owner, law_jobs::other);
    on.done(storage::leave{owner});
    worth_nothing(on, runs);
    worth_nothing(on, waits);
    on.expect(on.get(runs.id).attempt == 1 && on.state(runs.id) == "pending",
              "what ran is lost, and charged");
    on.expect(on.get(waits.id).attempt == 0, "what was held is not");
  }

  static void another_start_of_the_machine_ends_all_leases(bench& on) {
    const auto owner = on.worker();
    on.running(owner, law_jobs::plain);
    on.clock.reboot();
    on.expect(on.done(storage::reap{}).jobs.size() == 1, "no process survives a reboot");
  }

  static void a_held_job_is_listed_with_its_owner(bench& on) {
    const auto owner = on.worker();
    const auto runs = on.running(owner, law_jobs::plain);
    const auto waits = on.held(owner, law_jobs::other);
    on.done(storage::cancel{.scope = on.mine(), .id = runs.id});
    const auto now = on.read(on.store.leases(owner));
    const auto beat = on.done(storage::beat{owner}).jobs;
    on.expect(now.size() == 2 && beat.size() == 2, "both are listed");
    for (const auto& list : {now, beat})
      for (const auto& each : list)
        on.expect(each.lease == (each.cancel_requested ? runs.lease : waits.lease),
                  "with what was asked of them");
  }

  static void a_worker_is_shown_with_what_it_holds_and_its_last_sign_of_life(bench& on) {
    const auto first = on.done(storage::enrol{.label = "first"}).owner;
    const auto second = on.done(storage::enrol{.label = "second"}).owner;
    const auto running = on.running(first, law_jobs::plain);
    const auto held = on.held(first, law_jobs::plain);
    on.who.tenant = "globex";
    const auto foreign = on.running(first, law_jobs::plain);
    on.who.tenant = "acme";
    const instant then = on.store.now();
    on.pass(milliseconds{700});
    on.done(storage::beat{second});

    const auto mine = on.read(on.store.workers(on.mine()));
    on.expect(mine.size() == 2 && mine[0].owner == first && mine[1].owner == second,
              "workers are there for every tenant, by their numbers");
    on.expect(mine[0].label == "first" && mine[1].label == "second", "under their names");
    on.expect(mine[0].seen_at == then && mine[1].seen_at == on.store.now(),
              "with their last sign of life, by the time of day");
    on.expect(mine[0].holds == 2 && mine[0].jobs.size() == 2 && mine[0].jobs[0].id == running.id &&
                  mine[0].jobs[0].state == "running" && mine[0].jobs[1].id == held.id &&
                  mine[0].jobs[1].phase == phase::held,
              "and what they hold, begun or not");
    on.expect(mine[1].holds == 0 && mine[1].jobs.empty(), "if they hold something");
    const auto everyones = on.read(on.store.workers(on.everyone()));
    on.expect(everyones[0].holds == 3 && everyones[0].jobs[2].id == foreign.id,
              "another tenant's jobs are only there for who may see all");

    for (std::size_t i = 0; i < storage::worker::most_shown; ++i)
      on.running(second, law_jobs::plain);
    on.running(second, law_jobs::plain);
    const auto many = on.read(on.store.workers(on.mine()));
    on.expect(many[1].holds == std::int64_t{storage::worker::most_shown} + 1 &&
                  many[1].jobs.size() == storage::worker::most_shown,
              "all are counted, the first are shown");
    on.done(storage::leave{first});
    on.expect(on.read(on.store.workers(on.mine())).size() == 1, "who has left is not there");
  }

  static void a_job_that_is_begun_at_most_once_is_never_taken_ahead(bench& on) {
    const auto owner = on.worker();
    on.submit(law_jobs::single);
    storage::claim ahead{.owner = owner, .types = {&law_jobs::single}, .start = 0, .hold = 8};
    on.expect(on.done(ahead).jobs.empty(), "not held");
    storage::claim now{.owner = owner, .types = {&law_jobs::single}, .start = 1, .hold = 8};
    const auto taken = on.done(now).jobs;
    on.expect(taken.size() == 1 && taken[0].started, "its start is stored before it is entered");
  }

  static void a_job_that_is_begun_at_most_once_ends_with_its_worker(bench& on) {
    const auto lost = [&](auto lose) {
      const auto owner = on.worker();
      const auto job = on.running(owner, law_jobs::single);
      lose(owner, job);
      const job_record record = on.get(job.id);
      on.expect(record.state == "failed" && record.error && record.error->code == "worker_lost",
                "it has failed, and says why");
      on.done(storage::reprocess{.type = &law_jobs::single,
                                 .after = std::chrono::milliseconds{0},
                                 .fresh = {on.ids.next(on.store.now())}});
      const auto other = on.worker();
      on.expect(on.nothing_to_claim(other, law_jobs::single), "and never comes again by itself");
    };
    lost([&](auto owner, const auto&) { on.done(storage::leave{owner}); });
    lost([&](auto, const auto& job) { on.done(on.end(job, storage::attempt_end::given_back)); });
    lost([&](auto, const auto&) {
      on.pass(law_jobs::single.lease);
      on.pass(std::chrono::milliseconds{1});
      on.done(storage::reap{});
    });
  }

  static void signs_of_life_tell_what_has_ended_elsewhere(bench& on) {
    const job_descriptor& plain = law_jobs::plain;
    const job_descriptor& other = law_jobs::other;
    const auto first = on.worker();
    const auto second = on.worker();
    const auto third = on.worker();
    const auto tell = [&](storage::owner_number owner, storage::attempt_counts of_plain,
                          storage::attempt_counts of_other) {
      storage::beat op{owner};
      op.ended = {{&plain, of_plain}, {&other, of_other}};
      return on.done(op).elsewhere;
    };
    using counts = storage::light_vector<storage::attempt_counts>;
    on.expect(tell(first, {20, 3}, {0, 0}) == counts{{0, 0}, {0, 0}}, "not what it said itself");
    on.expect(tell(second, {5, 5}, {1, 0}) == counts{{20, 3}, {0, 0}}, "what another said");
    on.expect(tell(third, {0, 0}, {0, 0}) == counts{{25, 8}, {1, 0}}, "all of them together");
    on.expect(tell(first, {1, 0}, {0, 0}) == counts{{5, 5}, {1, 0}}, "each with its last word");
    on.expect(tell(third, {0, 0}, {0, 0}) == counts{{6, 5}, {1, 0}},
              "which replaces the one before");
    on.expect(on.done(storage::beat{first}).elsewhere.empty(), "who asks nothing is told nothing");
    on.pass(plain.lease);
    on.pass(milliseconds{1});
    on.expect(tell(third, {0, 0}, {0, 0}) == counts{{0, 0}, {0, 0}},
              "who is silent does not count");
  }

  static constexpr storage_law all[] = {
      {"signs of life tell what has ended elsewhere", signs_of_life_tell_what_has_ended_elsewhere},
      {"a job that is begun at most once is never taken ahead",
       a_job_that_is_begun_at_most_once_is_never_taken_ahead},
      {"a job that is begun at most once ends with its worker",
       a_job_that_is_begun_at_most_once_ends_with_its_worker},
      {"a lease is worth nothing once the job was given to another",
       a_lease_is_worth_nothing_once_the_job_was_given_to_another},
      {"what a lost process had runs apart", what_a_lost_process_had_runs_apart},
      {"an old lease of the same owner is worth nothing",
       an_old_lease_of_the_same_owner_is_worth_nothing},
      {"a lease is worth nothing after its attempt has ended",
       a_lease_is_worth_nothing_after_its_attempt_has_ended},
      {"a lease is worth nothing after an event from outside has moved the job",
       a_lease_is_worth_nothing_after_an_event_from_outside_has_moved_the_job},
      {"a lease of no job is refused", a_lease_of_no_job_is_refused},
      {"a beat after the lease has run out does not revive it",
       a_beat_after_the_lease_has_run_out_does_not_revive_it},
      {"a lease lasts exactly as long as it says", a_lease_lasts_exactly_as_long_as_it_says},
      {"an end is accepted until the job was taken away",
       an_end_is_accepted_until_the_job_was_taken_away},
      {"a long job with beats is not taken away", a_long_job_with_beats_is_not_taken_away},
      {"claiming is a sign of life", claiming_is_a_sign_of_life},
      {"a sign of life beside a reap revives nothing",
       a_sign_of_life_beside_a_reap_revives_nothing},
      {"claims of one batch share their suspects", claims_of_one_batch_share_their_suspects},
      {"the reaper says what it took", the_reaper_says_what_it_took},
      {"a reaper takes no more than it was asked for",
       a_reaper_takes_no_more_than_it_was_asked_for},
      {"a lost worker costs an attempt", a_lost_worker_costs_an_attempt},
      {"a retry after a lost worker waits for its delay",
       a_retry_after_a_lost_worker_waits_for_its_delay},
      {"who leaves gives back what it had", who_leaves_gives_back_what_it_had},
      {"another start of the machine ends all leases",
       another_start_of_the_machine_ends_all_leases},
      {"a held job is listed with its owner", a_held_job_is_listed_with_its_owner},
      {"a worker is shown with what it holds and its last sign of life",
       a_worker_is_shown_with_what_it_holds_and_its_last_sign_of_life}};
};

}  // namespace pawl::testing
