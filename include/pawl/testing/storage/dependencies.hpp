// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/testing/storage/bench.hpp>

namespace pawl::testing {

/// Jobs that wait for other jobs.
struct dependency_laws {
  using bench = storage_bench;
  using errc = storage::errc;

  static storage::submit after(bench& on, const job_descriptor& type, std::vector<job_id> before) {
    storage::submit op = on.request(type);
    op.depends_on = std::move(before);
    return op;
  }

  static void a_job_waits_until_all_its_dependencies_have_succeeded(bench& on) {
    const auto owner = on.worker();
    const auto first = on.running(owner, law_jobs::other);
    const auto second = on.running(owner, law_jobs::other);
    const job_id id = on.submit(after(on, law_jobs::plain, {first.id, second.id, first.id}));
    on.expect(on.get(id).phase == phase::blocked, "a job that depends on others is blocked");
    on.expect(on.nothing_to_claim(owner, law_jobs::plain), "and cannot be claimed");
    on.succeed(first);
    on.expect(on.nothing_to_claim(owner, law_jobs::plain), "one of two is not enough");
    on.succeed(second);
    on.expect(on.start(owner, law_jobs::plain).id == id, "after the last one it runs");
    on.expect(on.transitions(id) == std::vector<std::string>{"start:pending>running"},
              "waiting for others is no transition");
  }

  static void a_dependency_that_fails_cancels_who_waits_for_it(bench& on) {
    const auto owner = on.worker();
    const auto root = on.running(owner, law_jobs::other);
    const job_id child = on.submit(after(on, law_jobs::plain, {root.id}));
    const job_id grandchild = on.submit(after(on, law_jobs::plain, {child}));
    const job_id document = on.submit(after(on, law_jobs::filed, {root.id}));
    const auto moved = on.done(on.failure(root, false)).moved;
    on.expect(moved.size() == 3, "who waits for a job that failed ends with it");
    for (const storage::moved_job& each : moved)
      on.expect(each.error.empty() && !each.started_at && each.at == on.store.now() &&
                    (each.kind == kind::cancelled) == (each.type == &law_jobs::plain),
                "and the worker that ended it hears of them");
    on.done(storage::release_dependents{});
    for (const job_id& id : {child, grandchild}) {
      const job_record job = on.get(id);
      on.expect(job.state == "canceled" && job.cancel_reason == "dependency_failed",
                "who waits for a job that failed is cancelled, and so on");
      on.expect(on.transitions(id) == std::vector<std::string>{"cancel:pending>canceled"},
                "by one transition");
      on.expect(on.events(id).back().message == "dependency_failed", "that says why");
    }
    on.expect(on.state(document) == "FAILED", "as the lifecycle spells it");
    on.expect(on.nothing_to_claim(owner, law_jobs::plain), "and nothing of it ever runs");
  }

  static void a_dependency_that_is_cancelled_has_not_succeeded(bench& on) {
    const job_id root = on.submit(law_jobs::other);
    const job_id child = on.submit(after(on, law_jobs::plain, {root}));
    on.expect(on.done(storage::cancel{.scope = on.mine(), .id = root}).moved.size() == 2,
              "who cancels one hears of both");
    on.expect(on.state(child) == "canceled", "a cancelled dependency is a failed one");
  }

  static void a_job_that_runs_anyway_only_waits(bench& on) {
    const auto owner = on.worker();
    const auto root = on.running(owner, law_jobs::other);
    const auto good = on.running(owner, law_jobs::other);
    const job_id id = on.submit(after(on, law_jobs::stubborn, {root.id, good.id}));
    on.fail(root, false);
    on.expect(on.get(id).phase == phase::blocked, "it waits for the others");
    on.succeed(good);
    on.expect(on.start(owner, law_jobs::stubborn).id == id, "and then runs");
    const job_id late = on.submit(after(on, law_jobs::stubborn, {root.id}));
    on.expect(on.start(owner, law_jobs::stubborn).id == late,
              "also if the dependency had failed before");
  }

  static void dependencies_that_have_ended_before_are_not_waited_for(bench& on) {
    const auto owner = on.worker();
    const auto good = on.running(owner, law_jobs::other);
    on.succeed(good);
    const auto bad = on.running(owner, law_jobs::other);
    on.fail(bad, false);
    const auto open = on.running(owner, law_jobs::other);
    const job_id ready = on.submit(after(on, law_jobs::plain, {good.id}));
    on.expect(on.start(owner, law_jobs::plain).id == ready, "what has succeeded is no obstacle");
    const job_id hopeless = on.submit(after(on, law_jobs::plain, {open.id, bad.id}));
    on.expect(on.state(hopeless) == "canceled", "what has failed cancels at once");
    on.succeed(open);
    on.expect(on.state(hopeless) == "canceled", "for good");
  }

  static void a_job_cannot_depend_on_one_that_does_not_exist(bench& on) {
    const job_id nobody = on.ids.next(on.store.now());
    const storage::error why = on.refused(after(on, law_jobs::plain, {nobody}));
    on.expect(why.code == errc::unknown_dependency && why.job == nobody,
              "an unknown dependency is named");
    const job_id theirs = on.submit(law_jobs::plain);
    on.who.tenant = "globex";
    on.refused(errc::unknown_dependency, after(on, law_jobs::plain, {theirs}));
  }

  /// However it stands, and whatever is beside it: the refusals cannot be told apart.
  static void a_hidden_job_is_no_dependency(bench& on) {
    const auto owner = on.worker();
    const auto bad = on.running(owner, law_jobs::other);
    on.fail(bad, false);
    const auto good = on.running(owner, law_jobs::other);
    on.succeed(good);
    const job_id living = on.submit(law_jobs::other);
    const storage::error none =
        on.refused(after(on, law_jobs::plain, {on.ids.next(on.store.now())}));
    for (const job_id& each : {bad.id, good.id, living}) {
      storage::submit op = after(on, law_jobs::plain, {living, each});
      op.hidden = {each};
      if (each == living) op.depends_on = {each};
      const std::size_t before = on.list().size();
      const storage::error why = on.refused(op);
      on.expect(why.code == none.code && why.message == none.message && why.job == each,
                "it is refused as an absent one");
      on.expect(on.list().size() == before, "and nothing is stored");
    }
    storage::submit other = after(on, law_jobs::plain, {good.id});
    other.hidden = {bad.id};
    on.submit(other);  // what it does not wait for is no matter
  }

  static void a_job_cannot_depend_on_itself(bench& on) {
    storage::submit op = on.request(law_jobs::plain);
    op.depends_on = {op.id};
    const storage::error why = on.refused(op);
    on.expect(why.code == errc::dependency_cycle && why.job == op.id,
              "a job that would wait for itself is refused");
    on.expect(on.list().empty(), "and not stored");
  }

  /// One gathers what many have done: the end of each is heard, however many end together.
  static void a_join_runs_after_the_last_of_many(bench& on) {
    const auto owner = on.worker();
    constexpr std::size_t parts = 250;
    std::vector<job_id> awaited;
    for (std::size_t i = 0; i < parts; ++i) awaited.push_back(on.submit(law_jobs::other));
    const job_id join = on.submit(after(on, law_jobs::gathering, awaited));
    auto running = on.claim(owner, {&law_jobs::other}, parts);
    on.expect(running.size() == parts, "all of them run");
    for (std::size_t done = 0; done < parts;) {
      on.expect(on.nothing_to_claim(owner, law_jobs::gathering), "it waits for all of them");
      std::vector<storage::settle> ends;
      for (std::size_t i = 0; i < 120 && done < parts; ++i, ++done)
        ends.push_back(bench::success(running[done]));
      std::vector<storage::operation_ptr> batch;
      for (storage::settle& each : ends) batch.push_back(&each);
      on.store.apply(batch);
      for (const storage::settle& each : ends) on.expect(bool(each.answer), "each end is stored");
    }
    on.expect(on.start(owner, law_jobs::gathering).id == join, "and runs after the last");
    on.expect(on.done(storage::release_dependents{}).count == 0, "and nothing is left to release");
  }

  static void a_job_that_waits_can_be_cancelled(bench& on) {
    const auto owner = on.worker();
    const auto root = on.running(owner, law_jobs::other);
    const job_id child = on.submit(after(on, law_jobs::plain, {root.id}));
    on.expect(on.done(storage::cancel{.scope = on.mine(), .id = child}).done,
              "a blocked job is cancelled at once");
    on.succeed(root);
    on.expect(on.state(child) == "canceled", "and stays so when its dependency succeeds");
  }

  static void a_job_waits_for_its_time_after_its_dependencies(bench& on) {
    const auto owner = on.worker();
    const auto root = on.running(owner, law_jobs::other);
    storage::submit op = after(on, law_jobs::plain, {root.id});
    op.delay = std::chrono::milliseconds{10'000};
    const job_id id = on.submit(op);
    on.succeed(root);
    on.expect(on.get(id).phase == phase::scheduled, "what is left to wait for is the time");
    on.expect(on.nothing_to_claim(owner, law_jobs::plain), "until which it cannot be claimed");
    on.pass(std::chrono::milliseconds{10'000});
    on.expect(on.start(owner, law_jobs::plain).id == id, "then it runs");
  }

  /// More dependents than one transaction lets go: maintenance does the rest.
  static void many_dependents_are_let_go_in_portions(bench& on) {
    const auto owner = on.worker();
    const auto root = on.running(owner, law_jobs::other);
    for (int i = 0; i < 250; ++i) on.submit(after(on, law_jobs::plain, {root.id}));
    on.succeed(root);
    for (int i = 0; i < 10 && on.done(storage::release_dependents{50}).count != 0; ++i) {
    }
    on.expect(on.read(on.store.count(on.everyone())).in(phase::ready) == 250,
              "in the end all dependents are ready");
    on.expect(on.done(storage::release_dependents{}).count == 0, "and nothing is left to release");
  }

  /// However late they are let go: what they wait for is not forgotten before.
  static void a_job_that_others_wait_for_is_not_pruned(bench& on) {
    const auto owner = on.worker();
    const auto root = on.running(owner, law_jobs::fleeting);
    for (int i = 0; i < 250; ++i) on.submit(after(on, law_jobs::plain, {root.id}));
    on.succeed(root);
    on.pass(std::chrono::hours{3});
    for (int i = 0; i < 3; ++i) on.done(storage::prune{});
    on.done(storage::release_dependents{1000});
    on.expect(on.read(on.store.count(on.everyone())).in(phase::ready) == 250,
              "in the end all dependents are ready");
    for (int i = 0; i < 3; ++i) on.done(storage::prune{});
    on.expect(!on.store.get(on.mine(), root.id), "then it can go");
  }

  static constexpr storage_law all[] = {
      {"a job waits until all its dependencies have succeeded",
       a_job_waits_until_all_its_dependencies_have_succeeded},
      {"a dependency that fails cancels who waits for it",
       a_dependency_that_fails_cancels_who_waits_for_it},
      {"a dependency that is cancelled has not succeeded",
       a_dependency_that_is_cancelled_has_not_succeeded},
      {"a job that runs anyway only waits", a_job_that_runs_anyway_only_waits},
      {"dependencies that have ended before are not waited for",
       dependencies_that_have_ended_before_are_not_waited_for},
      {"a job cannot depend on one that does not exist",
       a_job_cannot_depend_on_one_that_does_not_exist},
      {"a hidden job is no dependency", a_hidden_job_is_no_dependency},
      {"a job cannot depend on itself", a_job_cannot_depend_on_itself},
      {"a join runs after the last of many", a_join_runs_after_the_last_of_many},
      {"a job that waits can be cancelled", a_job_that_waits_can_be_cancelled},
      {"a job waits for its time after its dependencies",
       a_job_waits_for_its_time_after_its_dependencies},
      {"many dependents are let go in portions", many_dependents_are_let_go_in_portions},
      {"a job that others wait for is not pruned", a_job_that_others_wait_for_is_not_pruned}};
};

}  // namespace pawl::testing
