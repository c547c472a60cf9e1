// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/testing/storage/bench.hpp>

namespace pawl::testing {

/// Who keeps which place in the queue, whatever happens to it before it runs.
struct place_laws {
  using bench = storage_bench;
  using milliseconds = std::chrono::milliseconds;

  static std::vector<job_id> order_of(const storage::light_vector<storage::claimed>& jobs) {
    std::vector<job_id> ids;
    for (const auto& each : jobs) ids.push_back(each.id);
    return ids;
  }

  /// Delayed jobs are made ready by a claim; that may be long after their time.
  static void a_job_whose_time_has_come_has_the_place_of_its_time(bench& on) {
    const auto owner = on.worker();
    const auto delayed = [&](std::int64_t by) {
      storage::submit op = on.request(law_jobs::plain);
      op.delay = milliseconds{by};
      return on.submit(op);
    };
    const job_id third = delayed(3000);
    const job_id first = delayed(1000);
    on.pass(milliseconds{2000});
    const job_id second = on.submit(law_jobs::plain);
    on.pass(milliseconds{2000});
    const job_id fourth = on.submit(law_jobs::plain);
    on.pass(milliseconds{1000});
    on.expect(order_of(on.claim(owner, {&law_jobs::plain}, 9)) ==
                  std::vector{first, second, third, fourth},
              "between those who came before it was due and those who came after");
  }

  static void a_retry_that_is_due_has_the_place_of_its_time(bench& on) {
    const auto owner = on.worker();
    for (const job_descriptor* type : {&law_jobs::served, &law_jobs::plain}) {
      const auto failing = on.running(owner, *type);
      storage::settle op = on.failure(failing);
      op.plan = backoff_plan{.model = backoff_model::fixed, .initial = {1000}, .cap = {1000}};
      on.done(op);
      on.pass(milliseconds{500});
      const job_id before = on.submit(*type);
      on.pass(milliseconds{1000});
      const job_id after = on.submit(*type);
      on.pass(milliseconds{500});
      const auto jobs = on.claim(owner, {type}, 9);
      on.expect(order_of(jobs) == std::vector{before, failing.id, after},
                "also if its state has to change first");
      for (const auto& each : jobs) on.succeed(each);
    }
  }

  static void a_held_job_that_is_given_back_has_the_place_that_it_had(bench& on) {
    const auto owner = on.worker();
    const job_id first = on.submit(law_jobs::plain);
    const job_id second = on.submit(law_jobs::plain);
    const auto held = on.claim(owner, {&law_jobs::plain}, 0, 1);
    on.expect(held.size() == 1 && held[0].id == first, "the first is held");
    on.pass(milliseconds{5000});
    const job_id later = on.submit(law_jobs::plain);
    on.done(on.end(held[0], storage::attempt_end::given_back));
    on.expect(order_of(on.claim(owner, {&law_jobs::plain}, 3)) == std::vector{first, second, later},
              "before all who came later");
  }

  /// Those that a process was lost with would be claimed together again, and be lost together.
  static void what_a_lost_process_had_comes_back_after_its_backoff(bench& on) {
    const auto lost_by = [&](auto lose) {
      const auto owner = on.worker();
      const auto runs = on.running(owner, law_jobs::filed);
      const auto waits = on.held(owner, law_jobs::filed);
      lose(owner);
      const auto next = on.worker();
      on.expect(on.get(runs.id).attempt == 1 && on.get(waits.id).attempt == 0,
                "what ran is charged, what was held is not");
      const std::int64_t backoff = law_jobs::filed.retry.plan.cap.count;
      const auto now = on.store.now();
      for (const job_id& id : {runs.id, waits.id}) {
        const job_record job = on.get(id);
        on.expect(job.phase == phase::scheduled && job.due_at == now + milliseconds{backoff},
                  "it waits for as long as its backoff says");
      }
      on.pass(milliseconds{backoff - 1});
      const auto none = on.done(storage::claim{next, {&law_jobs::filed}, 9});
      on.expect(none.jobs.empty() && none.next_due == on.store.elapsed() + milliseconds{1},
                "nobody claims it before, and who asks is told when");
      on.pass(milliseconds{1});
      for (int i = 0; i < 2; ++i) {
        const auto jobs = on.claim(next, {&law_jobs::filed}, 9, 9);
        on.expect(jobs.size() == 1 && jobs[0].suspect, "one of them at a time");
        on.succeed(jobs[0]);
      }
    };
    lost_by([&](auto owner) { on.done(storage::leave{owner}); });
    lost_by([&](auto) {
      on.pass(law_jobs::filed.lease);
      on.pass(milliseconds{1});
      on.expect(on.done(storage::reap{}).jobs.size() == 2, "the lost one is found");
    });
    lost_by([&](auto owner) {
      on.pass(law_jobs::filed.lease);
      on.pass(milliseconds{1});
      on.expect(on.done(storage::beat{owner}).jobs.empty(), "it beats too late");
    });
  }

  /// A submission may change the backoff of its type.
  static void a_lost_job_with_a_backoff_of_its_own_waits_as_long_as_that_says(bench& on) {
    const auto owner = on.worker();
    storage::submit op = on.request(law_jobs::filed);
    op.retry.initial = duration_ms{250};
    const job_id id = on.submit(op);
    on.start(owner, law_jobs::filed);
    on.done(storage::leave{owner});
    on.expect(on.get(id).due_at == on.store.now() + milliseconds{250}, "its own, not its type's");
  }

  static void a_type_that_is_listed_twice_gives_each_job_once(bench& on) {
    const auto owner = on.worker();
    const job_id first = on.submit(law_jobs::plain);
    const job_id second = on.submit(law_jobs::plain);
    const auto jobs = on.claim(owner, {&law_jobs::plain, &law_jobs::other, &law_jobs::plain}, 1, 5);
    on.expect(order_of(jobs) == std::vector{first, second}, "and in its order");
    for (const auto& each : jobs)
      on.expect(on.get(each.id).fence == each.lease.fence, "with a lease that is worth something");
  }

  static constexpr storage_law all[] = {
      {"a job whose time has come has the place of its time",
       a_job_whose_time_has_come_has_the_place_of_its_time},
      {"a retry that is due has the place of its time",
       a_retry_that_is_due_has_the_place_of_its_time},
      {"a held job that is given back has the place that it had",
       a_held_job_that_is_given_back_has_the_place_that_it_had},
      {"what a lost process had comes back after its backoff",
       what_a_lost_process_had_comes_back_after_its_backoff},
      {"a lost job with a backoff of its own waits as long as that says",
       a_lost_job_with_a_backoff_of_its_own_waits_as_long_as_that_says},
      {"a type that is listed twice gives each job once",
       a_type_that_is_listed_twice_gives_each_job_once}};
};

}  // namespace pawl::testing
