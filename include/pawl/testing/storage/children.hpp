// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/testing/storage/bench.hpp>

namespace pawl::testing {

/// Jobs that are submitted with the end of another: all of them are there with it, or none is.
struct child_laws {
  using bench = storage_bench;
  using errc = storage::errc;
  using attempt_end = storage::attempt_end;
  using milliseconds = std::chrono::milliseconds;

  /// A success that brings these along.
  static storage::settle with(const storage::claimed& job, std::vector<storage::submit> children) {
    storage::settle op = bench::success(job);
    for (storage::submit& each : children) {
      each.submitted_by = job.id;
      op.children.push_back(std::move(each));
    }
    return op;
  }
  /// An end that was refused because of one of them: nothing of it is there, and the job is tried
  /// again.
  static void expect_refused(bench& on, const storage::claimed& job, storage::settle op,
                             std::string_view why) {
    std::vector<job_id> ids;
    for (const storage::submit& each : op.children) ids.push_back(each.id);
    const auto end = on.done(std::move(op));
    on.expect(end.phase == phase::scheduled && end.created.empty() &&
                  end.refused.find(why) != std::string::npos,
              "an end whose jobs are refused is a failure, and says why: " + end.refused);
    const job_record record = on.get(job.id);
    on.expect(record.error && record.error->code == "submission_refused" &&
                  record.error->retryable && record.error->message.find(why) != std::string::npos &&
                  !record.has_result,
              "the job says it too, with a code of its own");
    for (const job_id& each : ids)
      on.expect(!on.store.get(on.everyone(), each), "none of the jobs is there");
  }

  static void they_are_there_with_a_success(bench& on) {
    const auto owner = on.worker();
    const auto job = on.running(owner, law_jobs::plain);
    const auto first = on.request(law_jobs::other, R"({"page":1})");
    auto second = on.request(law_jobs::served);
    second.delay = milliseconds{5000};
    const auto end = on.done(with(job, {first, second}));
    on.expect(end.kind == kind::success && end.refused.empty() && end.created.size() == 2 &&
                  end.created[0].type == &law_jobs::other && !end.created[0].ended,
              "the answer says what was made");
    const job_record made = on.get(first.id);
    on.expect(made.submitted_by == job.id && !made.parent && made.phase == phase::ready &&
                  made.tenant == "acme" && made.requested_by == "ann",
              "a job that another has submitted says which");
    on.expect(on.get(second.id).phase == phase::scheduled && !on.get(job.id).submitted_by,
              "and waits as it was told to");
    on.expect(on.start(owner, law_jobs::other).payload.view() == R"({"page":1})",
              "it is claimed like any other");
  }

  static void they_are_not_there_with_any_other_end(bench& on) {
    const auto owner = on.worker();
    for (const attempt_end how : {attempt_end::failed, attempt_end::expired, attempt_end::cancelled,
                                  attempt_end::snoozed, attempt_end::given_back}) {
      const auto job = on.running(owner, law_jobs::plain);
      const auto child = on.request(law_jobs::other);
      storage::settle op = with(job, {child});
      op.end = how;
      op.delay = milliseconds{600'000};
      if (how == attempt_end::failed || how == attempt_end::expired)
        op.error = on.failure(job, false).error;
      static_cast<void>(on.done(std::move(op)));
      on.expect(!on.store.get(on.everyone(), child.id), "only a success brings jobs along");
      if (how == attempt_end::given_back) on.succeed(on.start(owner, law_jobs::plain));
    }
    const auto late = on.running(owner, law_jobs::plain);
    on.done(storage::cancel{.scope = on.mine(), .id = late.id, .force = true});
    const auto child = on.request(law_jobs::other);
    on.refused(with(late, {child}));
    on.expect(!on.store.get(on.everyone(), child.id), "nor does one whose lease is lost");
  }

  static void a_success_told_twice_makes_them_once(bench& on) {
    const auto owner = on.worker();
    const auto job = on.running(owner, law_jobs::plain);
    const auto child = on.request(law_jobs::other);
    on.done(with(job, {child}));
    const auto again = on.done(with(job, {child, on.request(law_jobs::other)}));
    on.expect(again.repeated && again.created.empty(), "an end that is told again makes nothing");
    on.expect(on.claim(owner, {&law_jobs::other}, 9).size() == 1, "there is one");
  }

  static void a_step_brings_them_along(bench& on) {
    const auto owner = on.worker();
    const auto step = on.running_step(owner);
    const auto child = on.request(law_jobs::other);
    const auto end = on.done(with(step, {child}));
    on.expect(end.phase != phase::terminal && end.created.size() == 1 &&
                  on.get(child.id).phase == phase::ready,
              "a success that only leads to the next state brings jobs along");
    on.refused(errc::lease_lost, with(step, {on.request(law_jobs::other)}));
    on.expect(on.claim(owner, {&law_jobs::other}, 9).size() == 1, "once");
  }

  static void a_limit_refuses_all_or_none(bench& on) {
    const auto owner = on.worker();
    const auto job = on.running(owner, law_jobs::plain);
    expect_refused(on, job,
                   with(job, {on.request(law_jobs::other), on.request(law_jobs::exclusive),
                              on.request(law_jobs::exclusive)}),
                   "limit_reached");
    on.expect(on.nothing_to_claim(owner, law_jobs::other), "not even those that were allowed");
    on.outwait_backoff(law_jobs::plain, owner);
    const auto again = on.start(owner, law_jobs::plain);
    on.expect(on.done(with(again, {on.request(law_jobs::exclusive)})).created.size() == 1,
              "the next attempt takes what is left");
    on.refused(errc::limit_reached, on.request(law_jobs::exclusive));
  }

  static void a_rate_refuses_all_or_none(bench& on) {
    const auto owner = on.worker();
    const auto job = on.running(owner, law_jobs::plain);
    const auto many = [&](std::size_t count) {
      std::vector<storage::submit> all;
      while (all.size() < count) all.push_back(on.request(law_jobs::metered));
      return all;
    };
    expect_refused(on, job, with(job, many(4)), "rate_limited");
    on.outwait_backoff(law_jobs::plain, owner);
    const auto again = on.start(owner, law_jobs::plain);
    on.expect(on.done(with(again, many(3))).created.size() == 3,
              "what was refused has taken nothing of the rate");
    on.refused(errc::rate_limited, on.request(law_jobs::metered));
  }

  static void a_job_may_be_followed_by_one_in_its_place(bench& on) {
    const auto owner = on.worker();
    auto job = on.running(owner, law_jobs::exclusive);
    for (int i = 0; i < 3; ++i) {
      on.expect(on.done(with(job, {on.request(law_jobs::exclusive)})).created.size() == 1,
                "what ends makes room for what goes on from there");
      job = on.start(owner, law_jobs::exclusive);
    }
    expect_refused(on, job,
                   with(job, {on.request(law_jobs::exclusive), on.request(law_jobs::exclusive)}),
                   "limit_reached");
  }

  static void a_unique_job_may_be_followed_by_one_like_it(bench& on) {
    const auto owner = on.worker();
    const auto job = on.running(owner, law_jobs::only);
    const auto next = on.request(law_jobs::only);
    const auto twice = on.request(law_jobs::only);
    const auto end = on.done(with(job, {next, twice}));
    on.expect(end.refused.empty() && end.created.size() == 1 &&
                  on.get(next.id).phase == phase::ready && !on.store.get(on.everyone(), twice.id),
              "what ends gives up what it was unique by, and the first of those behind it has it");
    auto last = on.request(law_jobs::replaced);
    const auto replacing = on.running(owner, law_jobs::plain);
    on.done(with(replacing, {on.request(law_jobs::replaced), last}));
    on.expect(on.claim(owner, {&law_jobs::replaced}, 9).size() == 1 &&
                  on.get(last.id).phase == phase::running,
              "one takes the place of the other");
  }

  static void a_watermark_refuses_all_or_none(bench& on) {
    const auto owner = on.worker();
    const auto job = on.running(owner, law_jobs::plain);
    const auto few = [&](std::size_t count) {
      std::vector<storage::submit> all;
      while (all.size() < count) {
        all.push_back(on.request(law_jobs::other));
        all.back().high_watermark = 3;
      }
      return all;
    };
    expect_refused(on, job, with(job, few(4)), "queue_overloaded");
    on.outwait_backoff(law_jobs::plain, owner);
    const auto again = on.start(owner, law_jobs::plain);
    on.expect(on.done(with(again, few(3))).created.size() == 3,
              "the job that ends does not count any more");
  }

  static void a_known_key_makes_nothing_and_another_payload_is_a_conflict(bench& on) {
    const auto owner = on.worker();
    auto keyed = on.request(law_jobs::keyed, "1");
    keyed.key = "once";
    const job_id known = on.submit(keyed);
    auto same = on.request(law_jobs::keyed, "1");
    same.key = "once";
    auto twice = on.request(law_jobs::keyed, "2");
    twice.key = "beside";
    auto beside = on.request(law_jobs::keyed, "2");
    beside.key = "beside";
    auto after = on.request(law_jobs::other);
    after.depends_on = {same.id, beside.id};
    const auto job = on.running(owner, law_jobs::plain);
    const auto end = on.done(with(job, {same, twice, beside, after}));
    on.expect(end.refused.empty() && end.created.size() == 2,
              "what a key has made before is not made again");
    on.expect(!on.store.get(on.everyone(), same.id) && !on.store.get(on.everyone(), beside.id) &&
                  on.get(after.id).phase == phase::blocked,
              "and who waits for it waits for the job that the key has made");
    for (const auto& each : on.claim(owner, {&law_jobs::keyed}, 9)) {
      on.expect(each.id == known || each.id == twice.id, "those that there are");
      on.succeed(each);
    }
    on.expect(on.get(after.id).phase == phase::ready, "until all of them have ended");

    auto other = on.request(law_jobs::keyed, "3");
    other.key = "once";
    const auto conflicting = on.running(owner, law_jobs::plain);
    expect_refused(on, conflicting, with(conflicting, {on.request(law_jobs::other), other}),
                   "key_conflict");
    auto one = on.request(law_jobs::keyed, "4");
    one.key = "new";
    auto two = on.request(law_jobs::keyed, "5");
    two.key = "new";
    const auto both = on.running(owner, law_jobs::plain);
    expect_refused(on, both, with(both, {one, two}), "key_conflict");
  }

  static void they_may_wait_for_each_other_and_for_nothing_that_is_not(bench& on) {
    const auto owner = on.worker();
    const auto job = on.running(owner, law_jobs::plain);
    const auto first = on.request(law_jobs::other);
    auto second = on.request(law_jobs::served);
    second.depends_on = {first.id, job.id};
    on.done(with(job, {first, second}));
    on.expect(on.get(second.id).phase == phase::blocked, "one waits for the other");
    on.succeed(on.start(owner, law_jobs::other));
    on.expect(on.get(second.id).phase == phase::ready, "and goes on behind it");

    const auto lost = on.running(owner, law_jobs::plain);
    auto lonely = on.request(law_jobs::served);
    lonely.depends_on = {on.request(law_jobs::other).id};
    expect_refused(on, lost, with(lost, {on.request(law_jobs::other), lonely}),
                   "unknown_dependency");
  }

  static void many_are_one_commit_and_too_many_none(bench& on) {
    const auto owner = on.worker();
    const auto job = on.running(owner, law_jobs::plain);
    std::vector<storage::submit> many;
    while (many.size() < 300) many.push_back(on.request(law_jobs::other));
    on.expect(on.done(with(job, many)).created.size() == 300, "many are made at once");
    on.expect(on.claim(owner, {&law_jobs::other}, 400).size() == 300, "and are all there");
    const auto next = on.running(owner, law_jobs::served);
    many.clear();
    while (many.size() <= storage::most_children) many.push_back(on.request(law_jobs::other));
    const auto end = on.done(with(next, std::move(many)));
    on.expect(!end.refused.empty() && on.nothing_to_claim(owner, law_jobs::other),
              "more than a stated number are refused, all of them");
  }

  static constexpr storage_law all[] = {
      {"jobs that are submitted with a success are there with it", they_are_there_with_a_success},
      {"jobs that are submitted with any other end are not there",
       they_are_not_there_with_any_other_end},
      {"a success told twice makes its jobs once", a_success_told_twice_makes_them_once},
      {"a step of a pipeline brings jobs along", a_step_brings_them_along},
      {"a limit refuses all jobs of an end, or none", a_limit_refuses_all_or_none},
      {"a rate refuses all jobs of an end, or none", a_rate_refuses_all_or_none},
      {"a job may be followed by one in its place", a_job_may_be_followed_by_one_in_its_place},
      {"a unique job may be followed by one like it", a_unique_job_may_be_followed_by_one_like_it},
      {"a watermark refuses all jobs of an end, or none", a_watermark_refuses_all_or_none},
      {"a known key makes nothing with an end, and another payload is a conflict",
       a_known_key_makes_nothing_and_another_payload_is_a_conflict},
      {"jobs of an end may wait for each other, and for nothing that is not there",
       they_may_wait_for_each_other_and_for_nothing_that_is_not},
      {"many jobs go with one end, and too many do not", many_are_one_commit_and_too_many_none}};
};

}  // namespace pawl::testing
