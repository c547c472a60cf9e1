// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/testing/storage/bench.hpp>
#include <pawl/testing/storage/jobs.hpp>

namespace pawl::testing {

/// Laws of a storage: what is due when, and who hears of it.
struct time_laws {
  using bench = storage_bench;
  using milliseconds = std::chrono::milliseconds;

  /// A store whose transport carries nothing has nobody to tell.
  static bool tells_nobody(bench& on) {
    on.store.transport().announce_due(milliseconds{2}, milliseconds{1});
    return on.store.transport().due() == transport::channel::never;
  }

  static void what_becomes_due_is_announced(bench& on) {
    if (tells_nobody(on)) return;
    const auto owner = on.worker();
    const auto alarm_in = [&] { return on.store.transport().due() - on.store.elapsed(); };

    storage::submit delayed = on.request(law_jobs::plain);
    delayed.delay = milliseconds{60'000};
    on.submit(delayed);
    on.expect(alarm_in() == milliseconds{60'000}, "a delay is an alarm");
    storage::submit later = on.request(law_jobs::plain);
    later.delay = milliseconds{90'000};
    on.submit(later);
    on.expect(alarm_in() == milliseconds{60'000}, "what is due later is learnt at the first alarm");
    storage::submit timed = on.request(law_jobs::plain);
    timed.run_at = on.store.now() + milliseconds{50'000};
    on.submit(timed);
    on.expect(alarm_in() == milliseconds{50'000}, "a time is an alarm");

    const auto retried = on.fail(on.running(owner, law_jobs::filed));
    on.expect(retried.due_at && alarm_in() == *retried.due_at - on.store.now(),
              "a retry is an alarm");
    storage::settle put_off =
        on.end(on.running(owner, law_jobs::plain), storage::attempt_end::snoozed);
    put_off.delay = milliseconds{10};
    on.done(put_off);
    on.expect(alarm_in() == milliseconds{10}, "a snooze is an alarm");
  }

  static void a_claim_that_was_filled_knows_what_is_due_next(bench& on) {
    const auto owner = on.worker();
    storage::submit delayed = on.request(law_jobs::plain);
    delayed.delay = milliseconds{20};
    on.submit(delayed);
    on.submit(law_jobs::plain);
    const auto filled = on.done(storage::claim{owner, {&law_jobs::plain}, 1, 0});
    on.expect(filled.jobs.size() == 1 && !filled.more, "a job was asked for, and came");
    on.expect(filled.next_due == on.store.elapsed() + milliseconds{20},
              "its owner does not have to come again to hear of the next one");
  }

  // --- The wall clock is set
  // ---------------------------------------------------------------------

  static constexpr std::chrono::hours jumps[] = {std::chrono::hours{-24}, std::chrono::hours{24}};

  static void a_clock_that_is_set_neither_hastens_nor_delays(bench& on) {
    const auto owner = on.worker();
    for (const auto by : jumps) {
      const auto snoozing = on.running(owner, law_jobs::plain);
      const auto failing = on.running(owner, law_jobs::filed);
      storage::submit delayed = on.request(law_jobs::other);
      delayed.delay = milliseconds{1000};
      on.submit(delayed);
      on.fail(failing);
      storage::settle put_off = on.end(snoozing, storage::attempt_end::snoozed);
      put_off.delay = milliseconds{1000};
      on.done(put_off);
      on.clock.jump(by);
      const storage::light_vector<const job_descriptor*> types = {
          &law_jobs::plain, &law_jobs::other, &law_jobs::filed};
      const auto early = on.done(storage::claim{owner, types, 9, 0});
      on.expect(early.jobs.empty(), "what waits has to wait as long as before");
      on.expect(early.next_due == on.store.elapsed() + milliseconds{1000},
                "its owner knows how long, and need not ask meanwhile");
      on.expect(on.get(delayed.id).due_at == on.store.now() + milliseconds{1000},
                "a job says when it is due as the clock stands now");
      on.pass(milliseconds{999});
      on.expect(on.claim(owner, types, 9).empty(), "not a millisecond less");
      on.pass(milliseconds{1});
      const auto due = on.claim(owner, types, 9);
      on.expect(due.size() == 3, "and not one more");
      for (const storage::claimed& job : due) on.succeed(job);
    }
  }

  static void a_time_of_day_is_that_of_the_clock_as_it_is_set(bench& on) {
    const auto owner = on.worker();
    const auto at = [&](milliseconds from_now) {
      storage::submit timed = on.request(law_jobs::plain);
      timed.run_at = on.store.now() + from_now;
      return on.submit(timed);
    };
    const auto next = [&] { return on.done(storage::claim{owner, {&law_jobs::plain}, 9, 0}); };
    const job_id tomorrow = at(std::chrono::hours{24});
    on.clock.jump(std::chrono::hours{23});
    on.expect(next().next_due == on.store.elapsed() + std::chrono::hours{1},
              "a clock that is set forward brings it nearer");
    on.clock.jump(std::chrono::hours{-2});
    on.expect(next().next_due == on.store.elapsed() + std::chrono::hours{3},
              "and one that is set back takes it away");
    on.expect(on.get(tomorrow).due_at == on.store.now() + std::chrono::hours{3},
              "the time that was asked for stays");
    on.clock.jump(std::chrono::hours{3});
    const auto due = next();
    on.expect(due.jobs.size() == 1 && due.jobs[0].id == tomorrow, "it is due when it strikes");
  }

  static void leases_keys_and_results_last_as_long_as_ever(bench& on) {
    const auto owner = on.worker();
    const auto ended = on.running(owner, law_jobs::fleeting);
    on.succeed(ended);
    storage::submit keyed = on.request(law_jobs::fleeting);
    keyed.key = "order-7";
    const job_id first = on.submit(keyed);
    const auto running = on.start(owner, law_jobs::fleeting);
    for (const auto by : jumps) {
      on.clock.jump(by);
      on.expect(on.done(storage::reap{}).jobs.empty(),
                "a lease does not depend on the time of day");
      const auto pruned = on.done(storage::prune{});
      on.expect(pruned.jobs == 0 && pruned.histories == 0, "nor does what is kept");
      storage::submit again = keyed;
      again.id = on.ids.next(on.store.now());
      on.expect(on.done(again).id == first, "nor a key");
      on.clock.jump(-by);
    }
    on.succeed(running);
    on.clock.jump(std::chrono::hours{-24});
    on.pass(milliseconds{law_jobs::fleeting.keep_results.count});
    on.done(storage::prune{});
    on.expect(!on.store.get(on.everyone(), ended.id), "what is over its time goes in time");
  }

  static void a_rate_that_is_used_up_recovers_in_its_time(bench& on) {
    while (storage::apply_one(on.store, on.request(law_jobs::metered))) {
    }
    on.clock.jump(std::chrono::hours{-24});
    const storage::error why = on.refused(on.request(law_jobs::metered));
    on.expect(why.code == storage::errc::rate_limited && why.retry_after <= std::chrono::hours{1},
              "a clock that is set back does not shut a rate");
  }

  static void what_comes_later_is_never_earlier(bench& on) {
    const auto owner = on.worker();
    const auto job = on.running(owner, law_jobs::plain);
    on.clock.jump(std::chrono::hours{-1});
    on.done(storage::report{.lease = job.lease, .type = job.type, .progress = 50});
    on.succeed(job);
    const job_record ended = on.get(job.id);
    on.expect(*ended.completed_at >= *ended.started_at && *ended.started_at >= ended.created_at,
              "the times of one job do not go back");
    instant last{};
    for (const job_event& each : on.events(job.id)) {
      on.expect(each.at >= last, "nor do those of its events");
      last = each.at;
    }
    const job_id next = on.submit(law_jobs::plain);
    on.expect(on.get(next).created_at == on.clock.wall(), "a new job has the time of the clock");
    storage::list_filter one{.limit = 1};
    const auto newest = on.read(on.store.list(on.everyone(), one));
    one.cursor = newest.cursor;
    const auto before = on.read(on.store.list(on.everyone(), one));
    on.expect(newest.jobs.size() == 1 && newest.jobs[0].id == next && before.jobs.size() == 1 &&
                  before.jobs[0].id == job.id,
              "a list goes on, whatever its times say");
  }

  // --- The machine is started again
  // --------------------------------------------------------------

  static void time_goes_on_over_a_reboot(bench& on) {
    on.pass(std::chrono::hours{1});
    storage::submit delayed = on.request(law_jobs::plain);
    delayed.delay = milliseconds{60'000};
    const job_id id = on.submit(delayed);
    on.pass(milliseconds{20'000});
    on.clock.reboot(milliseconds{30'000});
    const auto owner = on.worker();
    const auto early = on.done(storage::claim{owner, {&law_jobs::plain}, 1, 0});
    on.expect(early.jobs.empty() && early.next_due == on.store.elapsed() + milliseconds{10'000},
              "the time in which the machine was off counts");
    on.pass(milliseconds{10'000});
    on.expect(on.start(owner, law_jobs::plain).id == id, "what was delayed is due");
  }

  static void a_clock_that_is_lost_with_the_machine_stops_nothing(bench& on) {
    storage::submit delayed = on.request(law_jobs::plain);
    delayed.delay = milliseconds{60'000};
    const job_id id = on.submit(delayed);
    on.clock.reboot(-std::chrono::hours{24 * 365});
    const auto owner = on.worker();
    on.expect(on.nothing_to_claim(owner, law_jobs::plain), "nothing is due before its time");
    on.pass(milliseconds{60'000});
    on.expect(on.start(owner, law_jobs::plain).id == id, "and all is in its time");
  }

  static constexpr storage_law all[] = {
      {"a clock that is set neither hastens nor delays",
       a_clock_that_is_set_neither_hastens_nor_delays},
      {"a time of day is that of the clock as it is set",
       a_time_of_day_is_that_of_the_clock_as_it_is_set},
      {"leases, keys and results last as long as ever",
       leases_keys_and_results_last_as_long_as_ever},
      {"a rate that is used up recovers in its time", a_rate_that_is_used_up_recovers_in_its_time},
      {"what comes later is never earlier", what_comes_later_is_never_earlier},
      {"time goes on over a reboot", time_goes_on_over_a_reboot},
      {"a clock that is lost with the machine stops nothing",
       a_clock_that_is_lost_with_the_machine_stops_nothing},
      {"what becomes due is announced", what_becomes_due_is_announced},
      {"a claim that was filled knows what is due next",
       a_claim_that_was_filled_knows_what_is_due_next}};
};

}  // namespace pawl::testing
