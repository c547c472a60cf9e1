// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/testing/storage/bench.hpp>

namespace pawl::testing {

/// Limits: how many jobs may be active or running for a key, and how many may come in a time.
struct limit_laws {
  using bench = storage_bench;
  using errc = storage::errc;

  static storage::submit for_key(bench& on, const job_descriptor& type, const std::string& key) {
    storage::submit op = on.request(type);
    op.limit_keys.assign(type.limits.size(), key);
    return op;
  }

  static void one_too_many_is_refused_until_one_has_ended(bench& on) {
    const auto owner = on.worker();
    const job_id first = on.submit(for_key(on, law_jobs::exclusive, "a"));
    const storage::error why = on.refused(for_key(on, law_jobs::exclusive, "a"));
    on.expect(why.code == errc::limit_reached && why.job == first,
              "who is refused is told which job is in the way");
    on.submit(for_key(on, law_jobs::exclusive, "b"));
    auto job = on.start(owner, law_jobs::exclusive);
    on.expect(job.id == first, "the first comes first");
    on.refused(errc::limit_reached, for_key(on, law_jobs::exclusive, "a"));
    on.fail(job);  // waits for its retry, and is still active
    on.refused(errc::limit_reached, for_key(on, law_jobs::exclusive, "a"));
    on.done(storage::cancel{.scope = on.mine(), .id = first});
    on.submit(for_key(on, law_jobs::exclusive, "a"));
    on.refused(errc::limit_reached, for_key(on, law_jobs::exclusive, "a"));
  }

  static void every_end_frees_what_a_job_had_taken(bench& on) {
    const auto owner = on.worker();
    const auto again = [&] { return on.running(owner, law_jobs::exclusive); };
    on.succeed(again());
    on.fail(again(), false);
    on.done(on.end(again(), storage::attempt_end::cancelled));
    const auto forced = again();
    on.done(storage::cancel{.scope = on.mine(), .id = forced.id, .force = true});
    const auto lost = again();
    for (int i = 0; i < 3; ++i) {
      on.pass(law_jobs::exclusive.lease);
      on.pass(std::chrono::milliseconds{1});
      on.done(storage::reap{});
      on.outwait_backoff(law_jobs::exclusive, owner);
      if (i < 2) on.start(owner, law_jobs::exclusive);
    }
    on.expect(on.state(lost.id) == "failed", "a job that is lost too often fails");
    on.submit(law_jobs::exclusive);
    on.expect(on.read(on.store.count(on.everyone())).in(phase::terminal) == 5,
              "five jobs have ended");
  }

  static void only_as_many_run_at_once_as_the_limit_allows(bench& on) {
    const auto owner = on.worker();
    for (int i = 0; i < 5; ++i) on.submit(for_key(on, law_jobs::narrow, "a"));
    for (int i = 0; i < 3; ++i) on.submit(for_key(on, law_jobs::narrow, "b"));
    auto jobs = on.claim(owner, {&law_jobs::narrow}, 8);
    on.expect(jobs.size() == 4, "two of each key are claimed");
    on.expect(on.nothing_to_claim(owner, law_jobs::narrow), "the others wait");
    on.succeed(jobs[0]);
    jobs = on.claim(owner, {&law_jobs::narrow}, 8);
    on.expect(jobs.size() == 1, "one more begins for each that ends");
    int ran = 5;
    auto held = on.read(on.store.leases(owner));
    while (!held.empty()) {
      on.expect(held.size() <= 4, "never more than two of each key");
      storage::settle op{.lease = held[0].lease, .type = &law_jobs::narrow};
      on.done(op);
      ran += static_cast<int>(on.claim(owner, {&law_jobs::narrow}, 8).size());
      held = on.read(on.store.leases(owner));
    }
    on.expect(ran == 8, "in the end all of them have run");
  }

  static void a_job_that_is_held_counts_as_running(bench& on) {
    const auto owner = on.worker();
    for (int i = 0; i < 3; ++i) on.submit(for_key(on, law_jobs::narrow, "a"));
    const auto jobs = on.claim(owner, {&law_jobs::narrow}, 1, 5);
    on.expect(jobs.size() == 2, "one is started and one held");
    on.done(on.end(jobs[1], storage::attempt_end::given_back));
    on.expect(on.claim(owner, {&law_jobs::narrow}, 5).size() == 1,
              "a released job gives its place to another");
  }

  static void a_retry_that_waits_gives_its_place_away(bench& on) {
    const auto owner = on.worker();
    for (int i = 0; i < 3; ++i) on.submit(for_key(on, law_jobs::narrow, "a"));
    const auto jobs = on.claim(owner, {&law_jobs::narrow}, 3);
    on.expect(jobs.size() == 2, "two run");
    on.fail(jobs[0]);
    on.expect(on.claim(owner, {&law_jobs::narrow}, 3).size() == 1,
              "who waits for a retry does not run");
    on.pass(std::chrono::milliseconds{30'000});
    on.expect(on.nothing_to_claim(owner, law_jobs::narrow), "and comes again only under the limit");
    on.succeed(jobs[1]);
    on.expect(on.start(owner, law_jobs::narrow).id == jobs[0].id, "when another has ended");
  }

  static void a_lost_job_gives_its_place_away(bench& on) {
    const auto owner = on.worker();
    for (int i = 0; i < 4; ++i) on.submit(for_key(on, law_jobs::narrow, "a"));
    on.expect(on.claim(owner, {&law_jobs::narrow}, 1, 4).size() == 2, "two are taken");
    on.done(storage::leave{owner});
    const auto next = on.worker();
    on.expect(on.claim(next, {&law_jobs::narrow}, 4).size() == 2, "both places are free again");
  }

  /// A job that was woken for a free place, and then does not take it, passes it on.
  static void nobody_waits_for_a_place_that_is_free(bench& on) {
    const auto owner = on.worker();
    std::vector<job_id> ids;
    for (int i = 0; i < 5; ++i) ids.push_back(on.submit(for_key(on, law_jobs::narrow, "a")));
    const auto jobs = on.claim(owner, {&law_jobs::narrow}, 5);
    on.succeed(jobs[0]);
    on.succeed(jobs[1]);
    on.done(storage::cancel{.scope = on.mine(), .id = ids[2]});
    on.done(storage::cancel{.scope = on.mine(), .id = ids[3]});
    const auto last = on.claim(owner, {&law_jobs::narrow}, 5);
    on.expect(last.size() == 1 && last[0].id == ids[4],
              "a job is not left waiting when those before it were cancelled");
  }

  static void several_limits_hold_together(bench& on) {
    const auto owner = on.worker();
    const auto crowd = [&](const std::string& key) {
      storage::submit op = on.request(law_jobs::crowded);
      op.limit_keys = {key, "all"};
      return on.submit(op);
    };
    const job_id a1 = crowd("a");
    const job_id a2 = crowd("a");
    const job_id b1 = crowd("b");
    const job_id c1 = crowd("c");
    auto jobs = on.claim(owner, {&law_jobs::crowded}, 9);
    on.expect(jobs.size() == 2 && jobs[0].id == a1 && jobs[1].id == b1,
              "one of each key, and two in all");
    on.succeed(jobs[0]);
    const auto next = on.claim(owner, {&law_jobs::crowded}, 9);
    on.expect(next.size() == 1, "one place, one job");
    // A job that has waited for one limit may have to wait for the other now. Cancelling those that
    // wait must not strand the rest.
    const job_id waits = next[0].id == a2 ? c1 : a2;
    on.done(storage::cancel{.scope = on.mine(), .id = waits});
    const job_id last = crowd("a");
    on.succeed(jobs[1]);
    on.succeed(next[0]);
    const auto rest = on.claim(owner, {&law_jobs::crowded}, 9);
    on.expect(rest.size() == 1 && rest[0].id == last, "the last one runs as well");
  }

  /// A job woken by one limit that has to wait for the other passes the first place on.
  static void a_place_that_is_not_taken_goes_to_the_next(bench& on) {
    const auto owner = on.worker();
    const auto crowd = [&](const std::string& key) {
      storage::submit op = on.request(law_jobs::crowded);
      op.limit_keys = {key, "all"};
      return on.submit(op);
    };
    crowd("a");
    crowd("b");
    auto running = on.claim(owner, {&law_jobs::crowded}, 9);
    on.expect(running.size() == 2, "two run, and that is all");
    const job_id a2 = crowd("a");
    const job_id a3 = crowd("a");
    const job_id c1 = crowd("c");
    on.expect(on.nothing_to_claim(owner, law_jobs::crowded), "the others wait");
    on.succeed(running[0]);  // a place for `a`, and one of two in all
    const auto third = on.claim(owner, {&law_jobs::crowded}, 9);
    on.expect(third.size() == 1, "one of them begins");
    for (const job_id& id : {a2, a3, c1})
      if (id != third[0].id) on.done(storage::cancel{.scope = on.mine(), .id = id});
    const job_id a4 = crowd("a");
    const job_id d1 = crowd("d");
    on.succeed(running[1]);
    on.succeed(third[0]);
    std::size_t ran = 0;
    for (auto jobs = on.claim(owner, {&law_jobs::crowded}, 9); !jobs.empty();
         jobs = on.claim(owner, {&law_jobs::crowded}, 9)) {
      ran += jobs.size();
      for (const auto& each : jobs) on.succeed(each);
    }
    on.expect(ran == 2 && on.state(a4) == "succeeded" && on.state(d1) == "succeeded",
              "when all places are free nobody waits");
  }

  static void a_rate_allows_its_burst_and_then_says_when(bench& on) {
    const auto by = [&](const char* user, const char* organisation) {
      storage::submit op = on.request(law_jobs::metered);
      op.limit_keys = {user, organisation};
      return op;
    };
    for (int i = 0; i < 3; ++i) on.submit(by("ann", "sales"));
    const storage::error why = on.refused(by("ann", "sales"));
    on.expect(why.code == errc::rate_limited && why.retry_after.count() == 20'000,
              "one of three a minute is free again after a third of it");
    on.submit(by("bob", "sales"));
    on.submit(by("bob", "sales"));
    const storage::error more = on.refused(by("bob", "sales"));
    on.expect(more.code == errc::rate_limited && more.retry_after.count() == 720'000,
              "another limit holds for all users of an organisation");
    on.submit(by("cid", "other"));
    on.pass(why.retry_after - std::chrono::milliseconds{1});
    on.refused(errc::rate_limited, by("ann", "other"));
    on.pass(std::chrono::milliseconds{1});
    on.submit(by("ann", "other"));
    on.expect(on.list().size() == 7, "a refused submission is not counted, and leaves nothing");
  }

  static void a_count_that_was_configured_holds_instead_of_the_declared_one(bench& on) {
    const auto owner = on.worker();
    const job_descriptor& type = law_jobs::narrow;
    for (int i = 0; i < 6; ++i) on.submit(for_key(on, type, "a"));
    on.expect(on.claim(owner, {&type}, 6).size() == 2, "as many as are declared");
    on.expect(on.store.configure(type, type.limits[0].name, 4).has_value(),
              "a limit may be configured as far as it says");
    on.expect(on.claim(owner, {&type}, 6).size() == 2,
              "those who were held back hear of a count that was raised");
    on.expect(on.nothing_to_claim(owner, type), "and the new count holds");
    on.expect(!on.store.configure(type, type.limits[0].name, 5).has_value(), "no further");
    on.expect(!on.store.configure(type, "no_such_limit", 1).has_value(), "only what is declared");
  }

  static void the_running_jobs_of_a_type_are_bounded_by_configuration(bench& on) {
    const auto owner = on.worker();
    const auto second = on.worker();
    const job_descriptor& type = law_jobs::exported;
    const text in_all = type.limits[1].name;
    for (const char* key : {"a", "b", "c", "d"})
      for (int i = 0; i < 2; ++i) {
        storage::submit op = on.request(type);
        op.limit_keys = {key, "all"};
        on.submit(op);
      }
    const auto first = on.claim(owner, {&type}, 2);
    on.expect(first.size() == 2 && on.claim(second, {&type}, 9).size() == 1,
              "three at once, whichever process has them");
    on.expect(on.store.configure(type, in_all, 5).has_value(), "an operator says how many");
    on.expect(on.claim(second, {&type}, 9).size() == 2, "more when it is raised");
    on.expect(on.store.configure(type, in_all, 1).has_value(), "or lowers it");
    for (const auto& each : first) on.succeed(each);
    on.expect(on.nothing_to_claim(owner, type), "and nothing begins until fewer run than that");
  }

  /// Parking is a write for each job, and a store has one writer.
  static void a_claim_parks_only_so_many_and_others_do_not_wait_for_it(bench& on) {
    const auto owner = on.worker();
    constexpr std::int64_t held_back = 700;
    std::vector<storage::submit> crowd;
    for (std::int64_t i = 0; i < held_back + 2; ++i)
      crowd.push_back(for_key(on, law_jobs::narrow, "a"));
    std::vector<storage::operation_ptr> batch;
    for (storage::submit& each : crowd) batch.emplace_back(&each);
    on.store.apply(batch);
    on.pass(std::chrono::milliseconds{1});
    for (int i = 0; i < 3; ++i) on.submit(law_jobs::plain);
    storage::submit other = for_key(on, law_jobs::narrow, "b");
    other.who.tenant = "globex";
    on.submit(other);
    const auto blocked = [&] { return on.read(on.store.count(on.everyone())).in(phase::blocked); };

    const storage::claim op{owner, {&law_jobs::narrow, &law_jobs::plain}, 9};
    const auto first = on.done(op);
    on.expect(first.jobs.size() == 6, "two of the crowd run, and all who are no part of it");
    on.expect(blocked() > 0 && blocked() <= 256, "a claim parks 256 at most");
    on.expect(first.more, "and says that it has not seen all");
    int claims = 1;
    for (auto next = on.done(op); next.more; next = on.done(op)) {
      on.expect(next.jobs.empty(), "who is held back is not taken");
      on.expect(++claims < 10, "each claim gets on");
    }
    on.expect(blocked() == held_back, "in the end all of them wait, and no claim sees them");
    for (const storage::claimed& each : first.jobs) on.succeed(each);
    on.expect(on.done(op).jobs.size() == 2, "until there is a place");
  }

  static constexpr storage_law all[] = {
      {"one too many is refused until one has ended", one_too_many_is_refused_until_one_has_ended},
      {"every end frees what a job had taken", every_end_frees_what_a_job_had_taken},
      {"only as many run at once as the limit allows",
       only_as_many_run_at_once_as_the_limit_allows},
      {"a job that is held counts as running", a_job_that_is_held_counts_as_running},
      {"a retry that waits gives its place away", a_retry_that_waits_gives_its_place_away},
      {"a lost job gives its place away", a_lost_job_gives_its_place_away},
      {"nobody waits for a place that is free", nobody_waits_for_a_place_that_is_free},
      {"several limits hold together", several_limits_hold_together},
      {"a place that is not taken goes to the next", a_place_that_is_not_taken_goes_to_the_next},
      {"a rate allows its burst and then says when", a_rate_allows_its_burst_and_then_says_when},
      {"a count that was configured holds instead of the declared one",
       a_count_that_was_configured_holds_instead_of_the_declared_one},
      {"the running jobs of a type are bounded by configuration",
       the_running_jobs_of_a_type_are_bounded_by_configuration},
      {"a claim parks only so many, and others do not wait for it",
       a_claim_parks_only_so_many_and_others_do_not_wait_for_it}};
};

}  // namespace pawl::testing
