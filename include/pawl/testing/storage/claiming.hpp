// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/testing/storage/bench.hpp>

namespace pawl::testing {

/// Who gets which job, when, and in which order.
struct claim_laws {
  using bench = storage_bench;
  using errc = storage::errc;
  using milliseconds = std::chrono::milliseconds;

  static storage::submit ranked(bench& on, unsigned rank) {
    storage::submit op = on.request(law_jobs::plain);
    op.rank = rank;
    return op;
  }

  static void a_claim_hands_over_all_that_a_worker_needs(bench& on) {
    const auto owner = on.worker();
    storage::submit op = on.request(law_jobs::plain, R"({"n":7})");
    op.correlation = "request 9";
    op.traceparent = "trace";
    op.retry.max_attempts = 2;
    const instant created = on.store.now();
    on.submit(op);
    on.pass(milliseconds{1000});
    const storage::claimed job = on.start(owner, law_jobs::plain);
    on.expect(job.id == op.id && job.type == &law_jobs::plain && job.payload == op.payload &&
                  job.payload_version == 1,
              "a claim hands over the payload");
    on.expect(*job.who == on.who && job.correlation == "request 9" && job.traceparent == "trace",
              "and who asked for it");
    on.expect(job.retry.max_attempts == 2 && job.retry.plan == law_jobs::plain.retry.plan,
              "and how it is retried");
    on.expect(job.started && job.attempt == 1 && job.created_at == created && !job.checkpoint,
              "and says that this is the first attempt");
    on.expect(law_jobs::plain.name_of(job.state) == "running", "and where it stands");
    const job_record record = on.get(op.id);
    on.expect(record.state == "running" && record.phase == phase::running && record.attempt == 1,
              "a started job runs");
    on.expect(record.started_at == on.store.now() && record.updated_at == on.store.now(),
              "since now");
    on.expect(record.fence == job.lease.fence && job.lease.fence > 0, "under a fence");
  }

  static void a_claim_says_whether_something_is_left(bench& on) {
    const auto owner = on.worker();
    for (int i = 0; i < 3; ++i) on.submit(law_jobs::plain);
    const auto more_after = [&](std::size_t start, std::size_t hold) {
      return on
          .read(
              storage::apply_one(on.store, storage::claim{owner, {&law_jobs::plain}, start, hold}))
          .more;
    };
    on.expect(more_after(1, 1), "something is left behind");
    on.expect(!more_after(1, 0), "what was the last leaves nothing");
    on.expect(!more_after(1, 0), "and neither does nothing");
  }

  static void a_job_is_given_to_one_worker_only(bench& on) {
    const auto one = on.worker();
    const auto two = on.worker();
    on.expect(one != two, "every owner has a number of its own");
    on.submit(law_jobs::plain);
    const auto job = on.start(one, law_jobs::plain);
    on.expect(
        on.nothing_to_claim(two, law_jobs::plain) && on.nothing_to_claim(one, law_jobs::plain),
        "what runs is given to nobody else");
    on.expect(on.read(on.store.leases(one)).size() == 1 && on.read(on.store.leases(two)).empty(),
              "and belongs to who has claimed it");
    on.succeed(job);
    on.expect(on.nothing_to_claim(two, law_jobs::plain), "what has ended is given to nobody");
  }

  static void some_begin_and_the_rest_is_held(bench& on) {
    const auto owner = on.worker();
    for (int i = 0; i < 6; ++i) on.submit(law_jobs::plain);
    const auto jobs = on.claim(owner, {&law_jobs::plain}, 2, 3);
    on.expect(jobs.size() == 5, "as many as asked for");
    for (std::size_t i = 0; i < 5; ++i) {
      const job_record job = on.get(jobs[i].id);
      on.expect(jobs[i].started == (i < 2), "the first begin");
      on.expect(job.phase == (i < 2 ? phase::running : phase::held), "and the others are held");
      on.expect(job.state == (i < 2 ? "running" : "pending") && job.attempt == (i < 2 ? 1U : 0U) &&
                    job.started_at.has_value() == (i < 2) && jobs[i].attempt == 1,
                "nothing has happened yet to a job that is held");
      on.expect(job.last_event == (i < 2 ? 1U : 0U), "and it has no event");
    }
    on.expect(on.claim(owner, {&law_jobs::plain}, 9, 9).size() == 1, "one is left");
    on.expect(on.claim(owner, {&law_jobs::plain}, 0, 0).empty(), "asking for none gives none");
  }

  static void a_held_job_is_started_once(bench& on) {
    const auto owner = on.worker();
    const auto job = on.held(owner, law_jobs::plain);
    on.pass(milliseconds{500});
    const auto begun = on.done(storage::start{job.lease, &law_jobs::plain});
    on.expect(
        law_jobs::plain.name_of(job.state) == "running" && begun.attempt == 1 && job.attempt == 1,
        "a held job begins its first attempt, as its claim has said");
    const job_record record = on.get(job.id);
    on.expect(record.phase == phase::running && record.attempt == 1 &&
                  record.started_at == on.store.now(),
              "when it is started");
    on.expect(record.fence == job.lease.fence, "under the fence of its claim");
    const auto again = on.done(storage::start{job.lease, &law_jobs::plain});
    on.expect(again.attempt == 1 && on.get(job.id).last_event == 1,
              "a start whose answer was lost is not charged twice");
    on.succeed(job);
  }

  static void a_start_counts_from_when_the_handler_was_entered(bench& on) {
    const auto owner = on.worker();
    const auto job = on.held(owner, law_jobs::plain);
    on.pass(milliseconds{500});
    const auto begun = on.done(
        storage::start{.lease = job.lease, .type = job.type, .entered_ago = milliseconds{200}});
    on.expect(begun.started_at == on.store.now() - milliseconds{200} &&
                  on.get(job.id).started_at == begun.started_at,
              "a job has started when its handler was entered");
    const auto other = on.held(owner, law_jobs::plain);
    const instant claimed = on.store.now();
    const auto late = on.done(
        storage::start{.lease = other.lease, .type = other.type, .entered_ago = milliseconds{900}});
    on.expect(late.started_at == claimed, "but not before it was there");
  }

  static void a_start_is_told_with_the_end(bench& on) {
    const auto owner = on.worker();
    const auto job = on.held(owner, law_jobs::plain);
    on.pass(milliseconds{500});
    storage::settle end = on.success(job, "7");
    end.entered_ago = milliseconds{300};
    const auto done = on.done(end);
    on.expect(done.kind == kind::success && done.attempt == 1 &&
                  done.started_at == on.store.now() - milliseconds{300},
              "start and end of a short job are one write");
    const job_record record = on.get(job.id);
    on.expect(record.started_at == done.started_at && record.attempt == 1 &&
                  record.completed_at == on.store.now(),
              "which the record tells of");
    on.expect(on.transitions(job.id) ==
                  std::vector<std::string>{"start:pending>running", "succeed:running>succeeded"},
              "each transition has its event");
    on.expect(on.done(end).repeated, "told twice, it is one end");

    const auto failing = on.held(owner, law_jobs::plain);
    storage::settle failure = on.failure(failing);
    failure.entered_ago = milliseconds{0};
    on.expect(on.done(failure).attempt == 1 && on.get(failing.id).phase == phase::scheduled,
              "a failure charges the attempt that it ends");
    const auto sleepy = on.held(owner, law_jobs::plain);
    storage::settle later = on.end(sleepy, storage::attempt_end::snoozed);
    later.entered_ago = milliseconds{0};
    later.delay = milliseconds{1000};
    on.expect(on.done(later).attempt == 0 && on.get(sleepy.id).phase == phase::scheduled,
              "a job that asks to be run later is not charged");
  }

  static void a_job_that_is_only_held_has_nothing_to_settle(bench& on) {
    const auto owner = on.worker();
    const auto job = on.held(owner, law_jobs::plain);
    on.refused(errc::forbidden, on.success(job));
    on.refused(errc::forbidden, on.failure(job));
    on.refused(errc::forbidden, storage::report{.lease = job.lease, .type = job.type});
    const auto back = on.done(on.end(job, storage::attempt_end::given_back));
    on.expect(back.phase == phase::ready && back.attempt == 0, "but it can be given back");
    on.expect(on.start(owner, law_jobs::plain).id == job.id, "and is claimed again");
    on.expect(on.transitions(job.id).size() == 1, "without a trace in its history");
  }

  static void only_the_types_that_were_asked_for_are_claimed(bench& on) {
    const auto owner = on.worker();
    const job_id plain = on.submit(law_jobs::plain);
    const job_id other = on.submit(law_jobs::other);
    on.expect(on.nothing_to_claim(owner, law_jobs::served), "not of another type");
    on.expect(on.claim(owner, {}, 5).empty(), "not without a type");
    on.expect(on.start(owner, law_jobs::other).id == other, "the one of that type");
    const auto rest = on.claim(owner, {&law_jobs::other, &law_jobs::plain}, 5);
    on.expect(rest.size() == 1 && rest[0].id == plain && rest[0].type == &law_jobs::plain,
              "of several types, each job with its own");
  }

  static void a_payload_version_that_is_not_known_is_left_to_others(bench& on) {
    const auto owner = on.worker();
    std::vector<job_id> known;
    for (int i = 0; i < 6; ++i) {
      storage::submit op = on.request(law_jobs::newer_plain);
      op.payload_version = i % 2 == 0 ? 2 : 1;
      on.submit(op);
      if (i % 2 != 0) known.push_back(op.id);
    }
    const auto jobs = on.claim(owner, {&law_jobs::plain}, 2);
    on.expect(jobs.size() == 2 && jobs[0].id == known[0] && jobs[1].id == known[1],
              "what this process does not know is stepped over");
    on.expect(on.claim(owner, {&law_jobs::plain}, 9).size() == 1, "all of the others are found");
    on.expect(on.nothing_to_claim(owner, law_jobs::plain), "and no more");
    const auto rest = on.claim(owner, {&law_jobs::newer_plain}, 9);
    on.expect(rest.size() == 3 && rest[0].payload_version == 2,
              "a process that knows them takes the rest");
  }

  static void an_owner_that_is_not_enrolled_claims_nothing(bench& on) {
    on.submit(law_jobs::plain);
    on.refused(errc::owner_lost, storage::claim{4711, {&law_jobs::plain}, 1, 0});
    const auto owner = on.worker();
    on.done(storage::leave{owner});
    on.refused(errc::owner_lost, storage::claim{owner, {&law_jobs::plain}, 1, 0});
    on.refused(errc::owner_lost, storage::beat{owner});
  }

  static void every_claim_has_a_higher_fence(bench& on) {
    const auto owner = on.worker();
    on.submit(law_jobs::filed);
    std::uint64_t last = 0;
    for (int i = 0; i < 4; ++i) {
      const auto job = on.start(owner, law_jobs::filed);
      on.expect(job.lease.fence > last, "fences grow");
      on.expect(job.attempt == static_cast<unsigned>(i + 1), "and attempts are counted");
      last = job.lease.fence;
      on.fail(job);
      on.pass(milliseconds{1000});
    }
  }

  // --- When
  // ---------------------------------------------------------------------------------------

  static void a_job_is_not_claimed_before_its_time(bench& on) {
    const auto owner = on.worker();
    const instant now = on.store.now();
    storage::submit delayed = on.request(law_jobs::plain);
    delayed.delay = milliseconds{5000};
    const job_id first = on.submit(delayed);
    storage::submit timed = on.request(law_jobs::plain);
    timed.run_at = now + milliseconds{9000};
    const job_id second = on.submit(timed);
    storage::submit past = on.request(law_jobs::plain);
    past.run_at = now - milliseconds{9000};
    const job_id at_once = on.submit(past);

    const job_record waits = on.get(first);
    on.expect(waits.phase == phase::scheduled && waits.due_at == now + milliseconds{5000} &&
                  waits.state == "pending",
              "a delayed job says when it is due");
    on.expect(on.start(owner, law_jobs::plain).id == at_once, "a time that has passed is now");
    const auto nothing = on.done(storage::claim{owner, {&law_jobs::plain}, 5, 0});
    on.expect(nothing.jobs.empty() && nothing.next_due == on.store.elapsed() + milliseconds{5000},
              "a claim says when to come again");
    on.pass(milliseconds{4999});
    on.expect(on.nothing_to_claim(owner, law_jobs::plain), "not a millisecond early");
    on.pass(milliseconds{1});
    on.expect(on.start(owner, law_jobs::plain).id == first, "and not one late");
    on.expect(!on.get(first).due_at, "what runs is not due");
    on.pass(milliseconds{4000});
    on.expect(on.start(owner, law_jobs::plain).id == second, "by the clock");
  }

  // --- In which order
  // -----------------------------------------------------------------------------

  static std::vector<job_id> order_of(const storage::light_vector<storage::claimed>& jobs) {
    std::vector<job_id> ids;
    for (const auto& each : jobs) ids.push_back(each.id);
    return ids;
  }

  static void of_one_priority_who_came_first_goes_first(bench& on) {
    const auto owner = on.worker();
    std::vector<job_id> ids;
    for (int i = 0; i < 20; ++i) {
      ids.push_back(on.submit(law_jobs::plain));
      if (i % 3 == 0) on.pass(milliseconds{1});
    }
    on.expect(order_of(on.claim(owner, {&law_jobs::plain}, 7, 13)) == ids,
              "in the order of coming");
  }

  static void the_urgent_goes_first(bench& on) {
    const auto owner = on.worker();
    const job_id low = on.submit(ranked(on, 0));
    const job_id normal = on.submit(ranked(on, 1));
    on.pass(milliseconds{1000});
    const job_id urgent = on.submit(ranked(on, 3));
    const job_id high = on.submit(ranked(on, 2));
    on.expect(
        order_of(on.claim(owner, {&law_jobs::plain}, 9)) == std::vector{urgent, high, normal, low},
        "in the order of urgency");
  }

  static void who_has_waited_long_enough_is_not_overtaken(bench& on) {
    const auto owner = on.worker();
    const job_id low = on.submit(ranked(on, 0));
    on.pass(law_jobs::plain.aging_step);
    const job_id normal = on.submit(ranked(on, 1));
    on.pass(milliseconds{1});
    const job_id later = on.submit(ranked(on, 1));
    const job_id high = on.submit(ranked(on, 2));
    const auto jobs = order_of(on.claim(owner, {&law_jobs::plain}, 9));
    on.expect(jobs == std::vector{high, low, normal, later},
              "a rank is worth the time of one aging step, and no more");
  }

  static void a_low_job_runs_under_a_continuous_load_of_urgent_ones(bench& on) {
    const auto owner = on.worker();
    const job_id low = on.submit(ranked(on, 0));
    const std::int64_t step = law_jobs::plain.aging_step.count;
    bool ran = false;
    on.submit(ranked(on, 3));
    for (std::int64_t waited = 0; !ran && waited <= 3 * step + 60'000; waited += 30'000) {
      on.submit(ranked(on, 3));  // as many as are run: there is always an urgent one
      const auto job = on.start(owner, law_jobs::plain);
      ran = job.id == low;
      on.succeed(job);
      on.pass(milliseconds{30'000});
      on.done(storage::beat{owner});
    }
    on.expect(ran, "nobody waits longer than the ranks above are worth");
  }

  static void the_most_urgent_comes_first_of_whatever_type(bench& on) {
    const auto owner = on.worker();
    const job_descriptor* const types[] = {&law_jobs::plain, &law_jobs::served};
    const auto submit = [&](const job_descriptor& type, unsigned rank, int count) {
      for (int i = 0; i < count; ++i) {
        storage::submit op = on.request(type);
        op.rank = rank;
        on.submit(op);
      }
    };
    const auto of = [](const job_descriptor& type, const auto& jobs) {
      std::size_t count = 0;
      for (const storage::claimed& each : jobs) count += each.type == &type ? 1U : 0U;
      return count;
    };
    for (const job_descriptor* urgent : types) {
      const job_descriptor& patient = *types[urgent == types[0] ? 1 : 0];
      submit(patient, 0, 7);
      submit(*urgent, 3, 7);
      for (int i = 0; i < 3; ++i)
        on.expect(of(*urgent, on.claim(owner, {types[0], types[1]}, 1)) == 1,
                  "one by one: no type waits for another that is less urgent");
      on.expect(of(*urgent, on.claim(owner, {types[0], types[1]}, 3)) == 3,
                "also within one claim");
      const auto rest = on.claim(owner, {types[0], types[1]}, 6);
      on.expect(of(*urgent, rest) == 1 && of(patient, rest) == 5,
                "what one type has not is taken of the other");
      on.expect(of(patient, on.claim(owner, {types[0], types[1]}, 9)) == 2,
                "until nothing is left");
    }
    // A tenant with two types has no more than one with one.
    for (const job_descriptor* type : types) submit(*type, 0, 4);
    on.who.tenant = "globex";
    submit(law_jobs::plain, 0, 4);
    std::size_t of_globex = 0;
    for (const auto& each : on.claim(owner, {types[0], types[1]}, 4))
      of_globex += each.who->tenant == "globex" ? 1U : 0U;
    on.expect(of_globex == 2, "tenants come in turn, whatever their types");
  }

  static void tenants_come_in_turn(bench& on) {
    const auto owner = on.worker();
    for (int i = 0; i < 1000; ++i) on.submit(law_jobs::plain);
    on.who.tenant = "globex";
    for (int i = 0; i < 3; ++i) on.submit(law_jobs::plain);
    on.who.tenant = "initech";
    for (int i = 0; i < 3; ++i) on.submit(ranked(on, 3));
    std::size_t small = 0;
    for (int i = 0; i < 9; ++i) {
      const auto job = on.start(owner, law_jobs::plain);
      small += job.who->tenant == "acme" ? 0U : 1U;
    }
    on.expect(small == 6, "who has few jobs is not kept waiting by who has many");
    on.who.tenant = "globex";
    for (int i = 0; i < 4; ++i) on.submit(law_jobs::plain);
    std::size_t of_globex = 0;
    for (const auto& each : on.claim(owner, {&law_jobs::plain}, 4, 4))
      of_globex += each.who->tenant == "globex" ? 1U : 0U;
    on.expect(of_globex == 4, "also within one claim");
    on.expect(on.claim(owner, {&law_jobs::plain}, 100).size() == 100,
              "when nobody else waits, one may have all");
  }

  static void many_tenants_all_get_their_turn(bench& on) {
    const auto owner = on.worker();
    constexpr int tenants = 150;  // more than one claim looks at
    for (int i = 0; i < tenants; ++i) {
      on.who.tenant = "tenant " + std::to_string(i);
      on.submit(law_jobs::plain);
      on.submit(law_jobs::plain);
    }
    std::map<std::string, int> served;
    for (int i = 0; i < tenants; ++i) ++served[on.start(owner, law_jobs::plain).who->tenant];
    on.expect(served.size() == tenants, "nobody comes twice before all have come once");
  }

  static void a_claim_that_has_not_looked_at_all_tenants_says_so(bench& on) {
    const auto owner = on.worker();
    constexpr std::size_t tenants = 150;
    for (std::size_t i = 0; i < tenants; ++i) {
      on.who.tenant = "tenant " + std::to_string(i);
      on.submit(law_jobs::plain);
    }
    std::size_t taken = 0;
    for (bool more = true; more;) {
      const auto answer =
          on.done(storage::claim{.owner = owner, .types = {&law_jobs::plain}, .start = 200});
      on.expect(!answer.jobs.empty() || !answer.more, "there is something where more is promised");
      taken += answer.jobs.size();
      more = answer.more;
    }
    on.expect(taken == tenants, "nothing waits for the next look");
  }

  static constexpr storage_law all[] = {
      {"a claim hands over all that a worker needs", a_claim_hands_over_all_that_a_worker_needs},
      {"a claim says whether something is left", a_claim_says_whether_something_is_left},
      {"a job is given to one worker only", a_job_is_given_to_one_worker_only},
      {"some begin and the rest is held", some_begin_and_the_rest_is_held},
      {"a held job is started once", a_held_job_is_started_once},
      {"a start counts from when the handler was entered",
       a_start_counts_from_when_the_handler_was_entered},
      {"a start is told with the end", a_start_is_told_with_the_end},
      {"a job that is only held has nothing to settle",
       a_job_that_is_only_held_has_nothing_to_settle},
      {"only the types that were asked for are claimed",
       only_the_types_that_were_asked_for_are_claimed},
      {"a payload version that is not known is left to others",
       a_payload_version_that_is_not_known_is_left_to_others},
      {"an owner that is not enrolled claims nothing",
       an_owner_that_is_not_enrolled_claims_nothing},
      {"every claim has a higher fence", every_claim_has_a_higher_fence},
      {"a job is not claimed before its time", a_job_is_not_claimed_before_its_time},
      {"of one priority, who came first goes first", of_one_priority_who_came_first_goes_first},
      {"the urgent goes first", the_urgent_goes_first},
      {"who has waited long enough is not overtaken", who_has_waited_long_enough_is_not_overtaken},
      {"a low job runs under a continuous load of urgent ones",
       a_low_job_runs_under_a_continuous_load_of_urgent_ones},
      {"the most urgent comes first, of whatever type",
       the_most_urgent_comes_first_of_whatever_type},
      {"tenants come in turn", tenants_come_in_turn},
      {"many tenants all get their turn", many_tenants_all_get_their_turn},
      {"a claim that has not looked at all tenants says so",
       a_claim_that_has_not_looked_at_all_tenants_says_so}};
};

}  // namespace pawl::testing
