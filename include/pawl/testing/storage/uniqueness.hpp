// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/testing/storage/bench.hpp>

namespace pawl::testing {

/// One living job for each value.
struct unique_laws {
  using bench = storage_bench;
  using errc = storage::errc;
  using seconds = std::chrono::seconds;

  static storage::submit request(bench& on, const job_descriptor& type, std::string value,
                                 std::chrono::milliseconds delay = {}) {
    storage::submit op = on.request(type);
    op.unique = std::move(value);
    op.delay = delay;
    return op;
  }
  /// A submission that is answered with a job that lives.
  static void answered_with(bench& on, const job_id& living, storage::submit op) {
    const auto answer = on.done(std::move(op));
    on.expect(!answer.created && answer.id == living, "it is answered with the living job");
  }

  static void a_second_submission_is_answered_with_the_living_job(bench& on) {
    const auto owner = on.worker();
    const job_id first = on.submit(request(on, law_jobs::only, "a"));
    answered_with(on, first, request(on, law_jobs::only, "a"));
    on.submit(request(on, law_jobs::only, "b"));
    on.submit(request(on, law_jobs::replaced, "a"));
    on.who.tenant = "globex";
    on.submit(request(on, law_jobs::only, "a"));
    on.who.tenant = "acme";
    const auto running = on.start(owner, law_jobs::only);
    answered_with(on, first, request(on, law_jobs::only, "a"));
    on.succeed(running);
    const job_id next = on.submit(request(on, law_jobs::only, "a"));
    answered_with(on, next, request(on, law_jobs::only, "a"));
  }

  static void every_end_frees_the_value(bench& on) {
    const auto owner = on.worker();
    const job_id cancelled = on.submit(request(on, law_jobs::only, "a"));
    on.done(storage::cancel{.scope = on.mine(), .id = cancelled});
    on.submit(request(on, law_jobs::only, "a"));
    on.fail(on.start(owner, law_jobs::only), false);
    const job_id again = on.submit(request(on, law_jobs::only, "a"));
    const auto running = on.start(owner, law_jobs::only);
    on.fail(running);
    answered_with(on, again, request(on, law_jobs::only, "a"));
    on.done(storage::cancel{.scope = on.mine(), .id = again, .reason = "", .force = true});
    on.submit(request(on, law_jobs::only, "a"));
  }

  static void two_in_one_batch_are_one_job(bench& on) {
    storage::submit first = request(on, law_jobs::only, "a");
    storage::submit second = request(on, law_jobs::only, "a");
    on.store.apply({&first, &second});
    on.expect(first.answer && first.answer->created, "the first is created");
    on.expect(second.answer && !second.answer->created && second.answer->id == first.id,
              "and the second answered with it");
    on.expect(on.list().size() == 1, "there is one");
  }

  static void until_begun_a_value_is_free_when_it_is_taken(bench& on) {
    const auto owner = on.worker();
    const job_id first = on.submit(request(on, law_jobs::replaced, "a"));
    const auto running = on.start(owner, law_jobs::replaced);
    const job_id second = on.submit(request(on, law_jobs::replaced, "a"));
    on.expect(running.id == first && on.get(first).state != "canceled",
              "a job that was begun is not replaced");
    auto held = on.claim(owner, {&law_jobs::replaced}, 0, 1);
    on.expect(held.size() == 1 && held[0].id == second, "one that is held counts as begun");
    on.submit(request(on, law_jobs::replaced, "a"));
    on.succeed(running);
    on.expect(on.state(second) != "canceled", "and neither is it replaced");
  }

  static void a_second_takes_the_place_of_the_waiting_job(bench& on) {
    const auto owner = on.worker();
    const job_id first = on.submit(request(on, law_jobs::replaced, "a"));
    on.pass(seconds{1});
    const job_id other = on.submit(request(on, law_jobs::replaced, "b"));
    const job_id second = on.submit(request(on, law_jobs::replaced, "a"));
    const job_record gone = on.get(first);
    on.expect(gone.state == "canceled" && gone.cancel_reason == "replaced",
              "the first is cancelled as replaced");
    on.expect(on.start(owner, law_jobs::replaced).id == second,
              "the second has its place before those that came later");
    on.expect(on.start(owner, law_jobs::replaced).id == other, "and the others come after it");
    on.expect(on.nothing_to_claim(owner, law_jobs::replaced), "each once");
  }

  static void one_that_others_wait_for_is_not_replaced(bench& on) {
    const job_id first = on.submit(request(on, law_jobs::replaced, "a"));
    storage::submit waits = on.request(law_jobs::plain);
    waits.depends_on = {first};
    on.submit(std::move(waits));
    answered_with(on, first, request(on, law_jobs::replaced, "a"));
    on.expect(on.state(first) == "pending", "it stays as it is");
  }

  static void who_is_replaced_gives_its_slot_to_the_next(bench& on) {
    const auto owner = on.worker();
    const job_id first = on.submit(law_jobs::exclusive_only);
    on.refused(errc::limit_reached, request(on, law_jobs::exclusive_only, "another"));
    const job_id second = on.submit(law_jobs::exclusive_only);
    on.expect(on.get(first).cancel_reason == "replaced", "the first is replaced");
    const auto running = on.start(owner, law_jobs::exclusive_only);
    answered_with(on, second, on.request(law_jobs::exclusive_only));
    on.succeed(running);
    on.submit(law_jobs::exclusive_only);
  }

  static void a_second_puts_the_waiting_job_off(bench& on) {
    const auto owner = on.worker();
    const job_id job = on.submit(request(on, law_jobs::debounced, "a", seconds{20}));
    for (int i = 0; i < 2; ++i) {
      on.pass(seconds{15});
      answered_with(on, job, request(on, law_jobs::debounced, "a", seconds{20}));
      on.done(storage::beat{owner});
      on.expect(on.nothing_to_claim(owner, law_jobs::debounced), "it waits again");
    }
    on.pass(seconds{19});
    on.done(storage::beat{owner});
    on.expect(on.nothing_to_claim(owner, law_jobs::debounced), "for its whole delay");
    answered_with(on, job, request(on, law_jobs::debounced, "a", seconds{20}));
    on.pass(seconds{11});
    on.done(storage::beat{owner});
    on.expect(on.start(owner, law_jobs::debounced).id == job,
              "but not longer after the first submission than its type allows");
    const job_id next = on.submit(request(on, law_jobs::debounced, "a", seconds{20}));
    on.pass(seconds{20});
    on.done(storage::beat{owner});
    on.expect(on.start(owner, law_jobs::debounced).id == next,
              "what comes while it runs is another job, with a time of its own");
  }

  static void a_ready_job_is_put_off_as_well(bench& on) {
    const auto owner = on.worker();
    const job_id job = on.submit(request(on, law_jobs::debounced, "a"));
    answered_with(on, job, request(on, law_jobs::debounced, "a", seconds{5}));
    on.expect(on.nothing_to_claim(owner, law_jobs::debounced), "it waits");
    answered_with(on, job, request(on, law_jobs::debounced, "a"));
    on.expect(on.start(owner, law_jobs::debounced).id == job,
              "and one without a delay makes it ready");
  }

  static void one_that_waits_for_others_is_put_off_behind_them(bench& on) {
    const auto owner = on.worker();
    const auto root = on.running(owner, law_jobs::other);
    storage::submit op = request(on, law_jobs::debounced, "a");
    op.depends_on = {root.id};
    const job_id job = on.submit(std::move(op));
    answered_with(on, job, request(on, law_jobs::debounced, "a", seconds{5}));
    on.succeed(root);
    on.expect(on.get(job).phase == phase::scheduled, "then it waits for its time");
  }

  static void a_dead_job_is_repeated_if_its_value_is_free(bench& on) {
    const auto owner = on.worker();
    const job_id dead = on.dead(owner, law_jobs::only);
    const job_id living = on.submit(law_jobs::only);
    const storage::error why =
        on.refused(storage::replay{on.mine(), dead, on.ids.next(on.store.now())});
    on.expect(why.code == errc::limit_reached && why.job == living,
              "while another has its value it is refused, and that one is named");
    on.done(storage::cancel{.scope = on.mine(), .id = living});
    const auto again = on.done(storage::replay{on.mine(), dead, on.ids.next(on.store.now())});
    answered_with(on, again.id, on.request(law_jobs::only));
  }

  static void a_submission_says_what_it_is_unique_by(bench& on) {
    on.refused(errc::invalid, request(on, law_jobs::only, ""));
    on.refused(errc::invalid, request(on, law_jobs::only, std::string(1025, 'a')));
  }

  static constexpr storage_law all[] = {
      {"a second submission is answered with the living job",
       a_second_submission_is_answered_with_the_living_job},
      {"every end frees what a job is unique by", every_end_frees_the_value},
      {"two of one value in one batch are one job", two_in_one_batch_are_one_job},
      {"until begun, a value is free when its job is taken",
       until_begun_a_value_is_free_when_it_is_taken},
      {"a second takes the place of the waiting job", a_second_takes_the_place_of_the_waiting_job},
      {"one that others wait for is not replaced", one_that_others_wait_for_is_not_replaced},
      {"who is replaced gives its slot to the next", who_is_replaced_gives_its_slot_to_the_next},
      {"a second puts the waiting job off", a_second_puts_the_waiting_job_off},
      {"a ready job is put off as well", a_ready_job_is_put_off_as_well},
      {"one that waits for others is put off behind them",
       one_that_waits_for_others_is_put_off_behind_them},
      {"a dead job is repeated if its value is free", a_dead_job_is_repeated_if_its_value_is_free},
      {"a submission says what it is unique by", a_submission_says_what_it_is_unique_by}};
};

}  // namespace pawl::testing
