// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/testing/storage/bench.hpp>

namespace pawl::testing {

/// What operators say of job types, and when a job is to run instead.
struct control_laws {
  using bench = storage_bench;
  using errc = storage::errc;
  using milliseconds = std::chrono::milliseconds;

  static storage::control paused(const job_descriptor& type, bool is = true) {
    return {.type = &type, .paused = is};
  }
  static storage::control draining(const job_descriptor& type, bool is = true) {
    return {.type = &type, .paused = {}, .draining = is};
  }
  static storage::control resumed(const job_descriptor& type) {
    return {.type = &type, .paused = false, .draining = false};
  }

  static void a_paused_type_is_not_claimed(bench& on) {
    const auto owner = on.worker();
    const auto before = on.running(owner, law_jobs::plain);
    const auto taken = on.held(owner, law_jobs::plain);
    const job_id waits = on.submit(law_jobs::plain);
    auto later = on.request(law_jobs::plain);
    later.delay = milliseconds{1000};
    on.submit(later);
    const auto said = on.done(paused(law_jobs::plain));
    on.expect(said.paused && !said.draining, "the answer says what holds");
    on.submit(law_jobs::other);
    const auto got = on.done(storage::claim{owner, {&law_jobs::plain, &law_jobs::other}, 9, 9});
    on.expect(got.jobs.size() == 1 && got.jobs[0].type == &law_jobs::other,
              "others are claimed, those of the type are not");
    on.expect(!got.more && !got.next_due, "and nobody is told to come back for them");
    on.succeed(before);
    on.done(storage::start{taken.lease, taken.type});
    on.succeed(taken);
    on.expect(on.state(taken.id) == "succeeded", "what a process has taken goes on");
    const job_id more = on.submit(law_jobs::plain);
    on.pass(milliseconds{2000});
    on.expect(on.claim(owner, {&law_jobs::plain}, 9, 9).empty(), "what becomes due waits too");
    on.expect(on.get(waits).phase == phase::ready && on.get(more).phase == phase::ready,
              "jobs are accepted, and wait");
    on.expect(on.done(resumed(law_jobs::plain)) == storage::type_control{}, "it is taken back");
    on.expect(on.claim(owner, {&law_jobs::plain}, 9).size() == 3, "then all of them are claimed");
  }

  static void a_drained_type_takes_no_new_jobs(bench& on) {
    const auto owner = on.worker();
    auto keyed = on.request(law_jobs::keyed);
    keyed.key = "before";
    const job_id known = on.submit(keyed);
    const job_id waits = on.submit(law_jobs::plain);
    const auto dead = on.dead(owner, law_jobs::other);
    for (const job_descriptor* each : {&law_jobs::plain, &law_jobs::keyed, &law_jobs::other})
      on.expect(on.done(draining(*each)).draining, "it is drained");
    const storage::error why = on.refused(on.request(law_jobs::plain));
    on.expect(why.code == errc::draining && why.retry_after.count() > 0 &&
                  why.message.find("law.plain") != std::string::npos,
              "a submission is refused by name, and told to come again");
    on.expect(is_transient(errc::draining), "for it may be accepted later");
    auto again = on.request(law_jobs::keyed);
    again.key = "before";
    on.expect(on.done(again).id == known, "what a key has made before is answered as ever");
    on.refused(errc::draining, storage::replay{on.mine(), dead, on.ids.next(on.store.now())});
    auto follows = on.request(law_jobs::plain);
    follows.never_shed = true;
    on.submit(follows);
    on.expect(on.claim(owner, {&law_jobs::plain}, 9).size() == 2, "what waits is worked off");
    on.expect(on.get(waits).phase == phase::running, "to its end");
    on.done(resumed(law_jobs::plain));
    on.submit(law_jobs::plain);
  }

  static void what_is_said_of_a_type_is_read_by_all(bench& on) {
    on.expect(on.read(on.store.controls()).empty(), "nothing is said of most types");
    on.done(paused(law_jobs::served));
    on.done(draining(law_jobs::served));
    on.done(draining(law_jobs::plain));
    const auto said = on.read(on.store.controls());
    on.expect(said.size() == 2 && said[0] == storage::controlled_type{"law.plain", false, true} &&
                  said[1] == storage::controlled_type{"law.served", true, true},
              "what was said is listed by the names of the types");
    on.expect(
        on.done(storage::control{.type = &law_jobs::served}) == storage::type_control{true, true},
        "who says nothing is only told");
    on.done(paused(law_jobs::served, false));
    on.done(draining(law_jobs::plain, false));
    on.expect(
        on.read(on.store.controls()) == storage::controlled_types{{"law.served", false, true}},
        "each is taken back by itself");
  }

  static void an_end_whose_jobs_are_of_a_drained_type_fails(bench& on) {
    const auto owner = on.worker();
    const auto job = on.running(owner, law_jobs::plain);
    on.done(draining(law_jobs::other));
    storage::settle op = bench::success(job);
    op.children.push_back(on.request(law_jobs::other));
    const auto end = on.done(std::move(op));
    on.expect(end.phase == phase::scheduled && end.refused.find("draining") != std::string::npos,
              "it is refused as any other submission is");
    on.expect(end.due_at && *end.due_at >= on.store.now() + milliseconds{10'000},
              "and not tried again before it makes sense");
  }

  // --- Another time ------------------------------------------------------------------------------

  static storage::reschedule put_off(bench& on, const job_id& id, milliseconds by) {
    storage::reschedule op{.scope = on.mine(), .id = id};
    op.delay = by;
    return op;
  }

  static void a_job_that_waits_is_put_off_or_made_due(bench& on) {
    const auto owner = on.worker();
    const job_id id = on.submit(law_jobs::plain);
    storage::reschedule op = put_off(on, id, milliseconds{60'000});
    op.by = actor_of(on.who);
    const auto to = on.done(op);
    const job_record off = on.get(id);
    on.expect(to.due_at == on.store.now() + milliseconds{60'000} && off.due_at == to.due_at &&
                  off.phase == phase::scheduled && off.state == "pending",
              "a ready job is put off");
    const auto events = on.events(id);
    on.expect(!events.empty() && events.back().kind == event_kind::message &&
                  events.back().message.find("rescheduled") != std::string::npos &&
                  events.back().triggered_by().user == "ann",
              "its history says so, and by whom");
    on.expect(on.nothing_to_claim(owner, law_jobs::plain), "it is not claimed before that");
    on.done(put_off(on, id, milliseconds{1000}));
    const auto got = on.done(storage::claim{owner, {&law_jobs::plain}, 1});
    on.expect(got.jobs.empty() && got.next_due, "an earlier time counts too");
    on.pass(milliseconds{1000});
    on.done(put_off(on, id, milliseconds{500'000}));
    on.expect(on.nothing_to_claim(owner, law_jobs::plain), "and a later one");
    storage::reschedule at{.scope = on.mine(), .id = id};
    at.run_at = on.store.now() + milliseconds{2000};
    on.expect(on.done(at).due_at == *at.run_at, "or a time of day");
    on.done(put_off(on, id, milliseconds{0}));
    on.expect(on.start(owner, law_jobs::plain).id == id, "or now");
  }

  static void a_retry_that_waits_is_put_off_or_made_due(bench& on) {
    const auto owner = on.worker();
    const auto job = on.running(owner, law_jobs::served);
    on.fail(job);
    on.done(put_off(on, job.id, milliseconds{100'000}));
    on.pass(milliseconds{60'000});
    on.done(storage::beat{owner});
    on.expect(on.nothing_to_claim(owner, law_jobs::served), "a retry waits longer");
    on.done(put_off(on, job.id, milliseconds{0}));
    const auto again = on.start(owner, law_jobs::served);
    on.expect(again.id == job.id && again.attempt == 2, "or comes at once");
  }

  static void what_does_not_wait_for_a_time_is_not_put_off(bench& on) {
    const auto owner = on.worker();
    const auto refused = [&](errc code, const job_id& id) {
      on.refused(code, put_off(on, id, milliseconds{1}));
    };
    const auto held = on.held(owner, law_jobs::plain);
    refused(errc::already_begun, held.id);
    const auto runs = on.running(owner, law_jobs::other);
    refused(errc::already_begun, runs.id);
    auto after = on.request(law_jobs::plain);
    after.depends_on = {runs.id};
    refused(errc::forbidden, on.submit(after));
    on.succeed(runs);
    refused(errc::already_terminal, runs.id);
    refused(errc::not_found, on.ids.next(on.store.now()));
    const job_id mine = on.submit(law_jobs::served);
    storage::reschedule foreign{.scope = storage::scope::tenant("evil"), .id = mine};
    on.refused(errc::not_found, foreign);
    on.refused(errc::invalid, put_off(on, mine, milliseconds{-1}));
    storage::reschedule both = put_off(on, mine, milliseconds{5});
    both.run_at = on.store.now();
    on.refused(errc::invalid, both);
    on.expect(on.get(mine).phase == phase::ready, "what is refused changes nothing");
  }

  // --- A timeout of its own ----------------------------------------------------------------------

  static void a_timeout_goes_with_the_job(bench& on) {
    const auto owner = on.worker();
    auto timed = on.request(law_jobs::plain);
    timed.timeout = milliseconds{30'000};
    const job_id id = on.submit(timed);
    on.expect(on.get(id).timeout == milliseconds{30'000}, "it is part of the record");
    const auto first = on.start(owner, law_jobs::plain);
    on.expect(first.timeout == milliseconds{30'000}, "and told to who runs it");
    on.fail(first);
    on.outwait_backoff(law_jobs::plain, owner);
    on.expect(on.start(owner, law_jobs::plain).timeout == milliseconds{30'000}, "every time");
    const job_id usual = on.submit(law_jobs::other);
    on.expect(!on.get(usual).timeout && on.start(owner, law_jobs::other).timeout.count() == 0,
              "most have none of their own");
    timed = on.request(law_jobs::plain);
    timed.timeout = milliseconds{-1};
    on.refused(errc::invalid, timed);
    timed.timeout = milliseconds{law_jobs::plain.timeout.count + 1};
    on.refused(errc::invalid, timed);
  }

  static constexpr storage_law all[] = {
      {"a paused type is not claimed", a_paused_type_is_not_claimed},
      {"a drained type takes no new jobs", a_drained_type_takes_no_new_jobs},
      {"what is said of a type is read by all", what_is_said_of_a_type_is_read_by_all},
      {"an end whose jobs are of a drained type fails",
       an_end_whose_jobs_are_of_a_drained_type_fails},
      {"a job that waits is put off, or made due", a_job_that_waits_is_put_off_or_made_due},
      {"a retry that waits is put off, or made due", a_retry_that_waits_is_put_off_or_made_due},
      {"what does not wait for a time is not put off",
       what_does_not_wait_for_a_time_is_not_put_off},
      {"a timeout goes with the job", a_timeout_goes_with_the_job}};
};

}  // namespace pawl::testing
