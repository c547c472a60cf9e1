// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/testing/storage/bench.hpp>

namespace pawl::testing {

/// Who keeps which place in the queue, whatever happens to it before it runs.
struct place_laws {
  using bench = storage_bench;
  using milliseconds = std::chrono::milliseconds;

  static std::vector<job_id> order_of(const std::vector<storage::claimed>& jobs) {
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

  static void a_held_job_that_comes_back_has_the_place_that_it_had(bench& on) {
    const auto owner = on.worker();
    const job_id first = on.submit(law_jobs::plain);
    const job_id second = on.submit(law_jobs::plain);
    const auto back_by = [&](auto give_back) {
      const auto helper = on.worker();
      const auto held = on.claim(helper, {&law_jobs::plain}, 0, 1);
      on.expect(held.size() == 1 && held[0].id == first, "the first is held");
      on.pass(milliseconds{5000});
      const job_id later = on.submit(law_jobs::plain);
      give_back(helper, held[0]);
      on.done(storage::beat{owner});
      const auto jobs = on.claim(owner, {&law_jobs::plain}, 3);
      on.expect(order_of(jobs) == std::vector{first, second, later}, "before all who came later");
      for (const auto& each : jobs) on.done(on.end(each, storage::attempt_end::given_back));
      on.done(storage::cancel{.scope = on.mine(), .id = later});
    };
    back_by([&](auto, const storage::claimed& job) {
      on.done(on.end(job, storage::attempt_end::given_back));
    });
    back_by([&](auto helper, const storage::claimed&) { on.done(storage::leave{helper}); });
    back_by([&](auto, const storage::claimed&) {
      on.pass(law_jobs::plain.lease);
      on.expect(on.done(storage::reap{}).jobs.size() == 1, "the lost one is found");
    });
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

  static constexpr storage_law all[] = {{"a job whose time has come has the place of its time",
                                         a_job_whose_time_has_come_has_the_place_of_its_time},
                                        {"a retry that is due has the place of its time",
                                         a_retry_that_is_due_has_the_place_of_its_time},
                                        {"a held job that comes back has the place that it had",
                                         a_held_job_that_comes_back_has_the_place_that_it_had},
                                        {"a type that is listed twice gives each job once",
                                         a_type_that_is_listed_twice_gives_each_job_once}};
};

}  // namespace pawl::testing
