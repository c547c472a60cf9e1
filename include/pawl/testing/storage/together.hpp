// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/testing/storage/bench.hpp>

namespace pawl::testing {

/// Jobs that are submitted together, all or none.
struct together_laws {
  using bench = storage_bench;
  using errc = storage::errc;

  static storage::submit after(bench& on, const job_descriptor& type, std::vector<job_id> before) {
    storage::submit op = on.request(type);
    op.depends_on = std::move(before);
    return op;
  }
  static void nothing_is_stored(bench& on, storage::errc code, storage::submit_whole op) {
    const std::size_t before = on.list().size();
    on.refused(code, std::move(op));
    on.expect(on.list().size() == before, "where one is refused, none is stored");
  }

  static void jobs_submitted_together_wait_for_each_other(bench& on) {
    const auto owner = on.worker();
    const auto root = on.running(owner, law_jobs::other);
    storage::submit_whole op;
    op.jobs.push_back(after(on, law_jobs::plain, {root.id}));
    op.jobs.push_back(after(on, law_jobs::plain, {op.jobs[0].id}));
    op.jobs.push_back(after(on, law_jobs::plain, {op.jobs[0].id, op.jobs[1].id, op.jobs[0].id}));
    op.jobs.push_back(on.request(law_jobs::filed));
    const std::vector<job_id> ids{op.jobs[0].id, op.jobs[1].id, op.jobs[2].id, op.jobs[3].id};
    on.expect(on.done(op).created, "they are created");
    on.expect(on.start(owner, law_jobs::filed).id == ids[3], "what waits for none is ready");
    on.succeed(root);
    for (std::size_t i = 0; i < 3; ++i) {
      const auto next = on.start(owner, law_jobs::plain);
      on.expect(next.id == ids[i], "the others run one after the other");
      on.expect(on.nothing_to_claim(owner, law_jobs::plain), "and no other before its end");
      on.succeed(next);
    }
    on.expect(on.nothing_to_claim(owner, law_jobs::plain), "each once");
  }

  static void where_one_is_refused_none_is_stored(bench& on) {
    const auto whole = [&](storage::submit second) {
      storage::submit_whole op;
      op.jobs.push_back(on.request(law_jobs::plain));
      op.jobs.push_back(std::move(second));
      op.jobs.push_back(on.request(law_jobs::plain));
      return op;
    };
    nothing_is_stored(on, errc::unknown_dependency,
                      whole(after(on, law_jobs::plain, {on.ids.next(on.store.now())})));
    storage::submit large = on.request(law_jobs::bounded);
    large.payload = std::string(65, ' ');
    nothing_is_stored(on, errc::payload_too_large, whole(std::move(large)));
    storage::submit keyed = on.request(law_jobs::plain);
    keyed.key = "order-7";
    nothing_is_stored(on, errc::invalid, whole(std::move(keyed)));
    nothing_is_stored(on, errc::invalid, whole(on.request(law_jobs::only)));
    nothing_is_stored(on, errc::invalid, {});
    storage::submit_whole twice = whole(on.request(law_jobs::plain));
    twice.jobs[2].id = twice.jobs[0].id;
    nothing_is_stored(on, errc::invalid, std::move(twice));
    storage::submit_whole shed = whole(on.request(law_jobs::plain));
    for (storage::submit& each : shed.jobs) each.high_watermark = 2;
    nothing_is_stored(on, errc::queue_overloaded, std::move(shed));
    const auto owner = on.worker();
    on.expect(on.nothing_to_claim(owner, law_jobs::plain), "and nothing of it is claimed");
  }

  static void what_waits_for_one_behind_it_is_a_cycle(bench& on) {
    storage::submit_whole op;
    for (int i = 0; i < 2; ++i) op.jobs.push_back(on.request(law_jobs::plain));
    op.jobs[0].depends_on = {op.jobs[1].id};
    op.jobs[1].depends_on = {op.jobs[0].id};
    nothing_is_stored(on, errc::dependency_cycle, op);
    op.jobs[0].depends_on = {op.jobs[0].id};
    nothing_is_stored(on, errc::dependency_cycle, op);
  }

  static void limits_count_those_before(bench& on) {
    storage::submit_whole op;
    for (int i = 0; i < 2; ++i) op.jobs.push_back(on.request(law_jobs::exclusive));
    nothing_is_stored(on, errc::limit_reached, op);
    op.jobs[1].limit_keys = {"another"};
    on.done(op);
    on.refused(errc::limit_reached, on.request(law_jobs::exclusive));
    storage::submit_whole rated;
    for (int i = 0; i < 4; ++i) rated.jobs.push_back(on.request(law_jobs::metered));
    nothing_is_stored(on, errc::rate_limited, rated);
    rated.jobs.pop_back();
    on.done(rated);
    on.refused(errc::rate_limited, on.request(law_jobs::metered));
  }

  static void the_same_request_again_makes_no_job_twice(bench& on) {
    storage::submit_whole op;
    op.jobs.push_back(on.request(law_jobs::plain));
    op.jobs.push_back(after(on, law_jobs::plain, {op.jobs[0].id}));
    on.expect(on.done(op).created, "the first is done");
    on.expect(!on.done(op).created, "and the second is only answered");
    on.expect(on.list().size() == 2, "with the same jobs");
  }

  static void what_has_failed_before_ends_all_who_wait(bench& on) {
    const auto owner = on.worker();
    const auto bad = on.running(owner, law_jobs::other);
    on.fail(bad, false);
    storage::submit_whole op;
    op.jobs.push_back(after(on, law_jobs::plain, {bad.id}));
    op.jobs.push_back(after(on, law_jobs::plain, {op.jobs[0].id}));
    op.jobs.push_back(after(on, law_jobs::stubborn, {op.jobs[1].id}));
    const std::vector<job_id> ids{op.jobs[0].id, op.jobs[1].id, op.jobs[2].id};
    on.done(op);
    on.expect(on.state(ids[0]) == "canceled" && on.state(ids[1]) == "canceled",
              "those who wait for what has failed are cancelled at once");
    on.expect(on.start(owner, law_jobs::stubborn).id == ids[2], "who runs anyway is ready");
  }

  static void too_many_at_once_are_refused(bench& on) {
    storage::submit_whole op;
    while (op.jobs.size() <= storage::most_jobs_at_once)
      op.jobs.push_back(on.request(law_jobs::plain));
    nothing_is_stored(on, errc::invalid, std::move(op));
  }

  /// One that a thousand wait for, and one that waits for the thousand.
  static void a_fan_out_of_a_thousand_comes_together_again(bench& on) {
    const auto owner = on.worker();
    constexpr std::size_t parts = 1000;
    storage::submit_whole op;
    op.jobs.push_back(on.request(law_jobs::other));
    const job_id first = op.jobs[0].id;
    std::vector<job_id> awaited;
    for (std::size_t i = 0; i < parts; ++i) {
      op.jobs.push_back(after(on, law_jobs::plain, {first}));
      awaited.push_back(op.jobs.back().id);
    }
    op.jobs.push_back(after(on, law_jobs::gathering, awaited));
    const job_id join = op.jobs.back().id;
    on.done(std::move(op));
    on.succeed(on.start(owner, law_jobs::other));
    while (on.done(storage::release_dependents{}).more) {
    }
    std::size_t done = 0;
    while (done < parts) {
      auto running = on.claim(owner, {&law_jobs::plain}, 100);
      on.expect(!running.empty(), "all parts become ready");
      std::vector<storage::settle> ends;
      for (const storage::claimed& each : running) ends.push_back(bench::success(each));
      std::vector<storage::operation_ptr> batch;
      for (storage::settle& each : ends) batch.push_back(&each);
      on.store.apply(batch);
      done += running.size();
    }
    on.expect(on.start(owner, law_jobs::gathering).id == join, "and the last ready is the join");
  }

  static constexpr storage_law all[] = {
      {"jobs submitted together wait for each other", jobs_submitted_together_wait_for_each_other},
      {"where one is refused none is stored", where_one_is_refused_none_is_stored},
      {"what waits for one behind it is a cycle", what_waits_for_one_behind_it_is_a_cycle},
      {"limits count those that are submitted before, together", limits_count_those_before},
      {"the same request again makes no job twice", the_same_request_again_makes_no_job_twice},
      {"what has failed before ends all who wait", what_has_failed_before_ends_all_who_wait},
      {"too many at once are refused", too_many_at_once_are_refused},
      {"a fan-out of a thousand comes together again",
       a_fan_out_of_a_thousand_comes_together_again}};
};

}  // namespace pawl::testing
