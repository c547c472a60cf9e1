// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/storage/schedule.hpp>
#include <pawl/testing/storage/bench.hpp>

namespace pawl::testing {

/// Jobs that are made by themselves: each slot once, however many processes fire it.
struct schedule_laws {
  using bench = storage_bench;
  using errc = storage::errc;
  using milliseconds = std::chrono::milliseconds;
  using change = storage::change_schedule;

  static constexpr std::int64_t hour = 3'600'000;

  static storage::put_schedule put(bench& on, std::string name,
                                   const job_descriptor& type = law_jobs::scheduled) {
    storage::put_schedule op{.type = &type};
    op.of.tenant = on.who.tenant;
    op.of.handler = std::string_view(type.handler);
    op.of.name = std::move(name);
    op.of.period = hour;
    op.of.payload = storage::shared_text("{}");
    op.of.requested_by = on.who.user;
    op.of.organisation = on.who.organisation;
    return op;
  }
  static storage::put_schedule put_cron(bench& on, std::string name, milliseconds from_now) {
    storage::put_schedule op = put(on, std::move(name));
    op.of.period = 0;
    op.of.cron = "0 3 * * *";
    op.of.zone = "Europe/Berlin";
    op.of.slot = (on.store.now() + from_now).time_since_epoch().count();
    return op;
  }
  static storage::schedule get(bench& on, std::int64_t number) {
    storage::find_schedules op{.scope = bench::everyone()};
    op.number = number;
    const auto found = on.done(op);
    on.expect(found.found.size() == 1, "a schedule is found by its number");
    return found.found[0];
  }
  static storage::due_schedules::answer_type due(bench& on, std::size_t limit = 100) {
    return on.done(
        storage::due_schedules{{&law_jobs::scheduled, &law_jobs::scheduled_alone}, limit});
  }
  static storage::fire_schedule fire(bench& on, const storage::schedule& of,
                                     const job_descriptor& type = law_jobs::scheduled) {
    storage::fire_schedule op{.number = of.number, .fence = of.fence};
    op.runs.push_back({of.slot, on.store.now().time_since_epoch().count(), on.request(type)});
    op.next = of.slot + hour;
    return op;
  }

  static void a_schedule_is_kept_as_it_was_put(bench& on) {
    storage::put_schedule op = put_cron(on, "nightly", milliseconds{5000});
    op.of.missed = slots::all;
    op.of.at_most = 24;
    const auto made = on.done(op);
    on.expect(made.created && made.number > 0, "it is given a number");
    const storage::schedule kept = get(on, made.number);
    on.expect(kept.tenant == "acme" && kept.handler == "law.scheduled" && kept.name == "nightly" &&
                  kept.cron == "0 3 * * *" && kept.zone == "Europe/Berlin" && kept.period == 0 &&
                  kept.missed == slots::all && kept.at_most == 24 && kept.payload == "{}" &&
                  kept.requested_by == "ann" && kept.organisation == "sales" &&
                  kept.slot == op.of.slot && !kept.paused && kept.last_slot == 0 &&
                  kept.last_job.is_nil() && kept.problem.empty(),
              "all of it is kept");
    on.expect(kept.next == on.store.now() + milliseconds{5000}, "and its next time is shown");
    const auto counted = on.done(put(on, "hourly"));
    on.expect(counted.number != made.number, "each has its own number");
    on.expect(get(on, counted.number).slot == on.store.elapsed().count() + hour,
              "one with a period begins after the first");
  }

  static void a_schedule_that_is_put_again_is_changed(bench& on) {
    const std::int64_t number = on.done(put(on, "hourly")).number;
    const std::int64_t slot = get(on, number).slot;
    on.pass(milliseconds{60'000});
    storage::put_schedule again = put(on, "hourly");
    again.of.payload = storage::shared_text("{\"year\":2027}");
    const auto changed = on.done(again);
    on.expect(changed.number == number && !changed.created, "it is the same schedule");
    on.expect(get(on, number).payload == "{\"year\":2027}" && get(on, number).slot == slot,
              "with another payload and the slot that it had");
    again.of.period = 2 * hour;
    on.done(again);
    on.expect(get(on, number).slot == on.store.elapsed().count() + 2 * hour,
              "another period begins anew");
    on.done(change{.scope = on.mine(), .number = number, .to = change::what::pause});
    on.done(again);
    on.expect(get(on, number).paused, "one that is paused stays so");
  }

  static void what_is_no_schedule_is_refused(bench& on) {
    storage::put_schedule both = put(on, "x");
    both.of.cron = "0 3 * * *";
    on.refused(errc::invalid, both);
    storage::put_schedule neither = put(on, "x");
    neither.of.period = 0;
    on.refused(errc::invalid, neither);
    on.refused(errc::invalid, put(on, std::string(256, 'x')));
    on.refused(errc::invalid, put(on, "line\nbreak"));
    storage::put_schedule nobody = put(on, "x");
    nobody.of.tenant.clear();
    on.refused(errc::invalid, nobody);
    on.refused(errc::unknown_handler, put(on, "x", law_jobs::plain));
    on.expect(on.done(storage::find_schedules{.scope = bench::everyone()}).found.empty(),
              "and nothing is left of it");
  }

  static void a_slot_comes_due_by_the_clock_that_it_is_counted_on(bench& on) {
    on.expect(!due(on).next_due && due(on).found.empty(), "without schedules nothing is due");
    const std::int64_t counted = on.done(put(on, "hourly")).number;
    on.expect(due(on).next_due == on.store.elapsed() + milliseconds{hour},
              "the next one is known beforehand");
    const std::int64_t nightly = on.done(put_cron(on, "nightly", milliseconds{2 * hour})).number;
    on.pass(milliseconds{hour - 1});
    on.expect(due(on).found.empty(), "not a millisecond too early");
    on.pass(milliseconds{1});
    auto found = due(on);
    on.expect(found.found.size() == 1 && found.found[0].number == counted, "but on time");
    on.expect(found.at.elapsed == on.store.elapsed().count(), "by the store's own line");
    on.done(fire(on, found.found[0]));
    on.expect(due(on).next_due == on.store.elapsed() + milliseconds{hour}, "once it was fired");
    // The time of day is set an hour ahead: only what is counted on it comes due.
    on.clock.jump(milliseconds{hour});
    found = due(on);
    on.expect(found.found.size() == 1 && found.found[0].number == nightly,
              "a time of day comes with the wall clock");
    on.clock.jump(milliseconds{-hour});
    on.expect(due(on).found.empty(), "and goes with it");
  }

  static void a_slot_is_fired_once(bench& on) {
    const std::int64_t number = on.done(put(on, "hourly")).number;
    on.pass(milliseconds{hour});
    const storage::schedule seen = due(on).found[0];
    const storage::fire_schedule first = fire(on, seen);
    const auto fired = on.done(first);
    on.expect(fired.done && fired.jobs == 1 && fired.problem.empty(), "the first makes its job");
    const auto second = on.done(fire(on, seen));
    on.expect(!second.done && second.jobs == 0, "who has seen the same is too late");
    const auto repeated = on.done(first);
    on.expect(!repeated.done, "as is one that comes again");
    on.expect(on.list().size() == 1, "there is one job");
    const storage::schedule after = get(on, number);
    on.expect(after.slot == seen.slot + hour && after.last_job == first.runs[0].job.id &&
                  after.last_slot == first.runs[0].shown &&
                  after.fired_at == on.store.now().time_since_epoch().count(),
              "and the schedule says which");
    on.expect(due(on).found.empty(), "nothing is due until the next slot");
  }

  static void several_slots_are_fired_together(bench& on) {
    on.done(put(on, "hourly"));
    on.pass(milliseconds{3 * hour});
    const storage::schedule seen = due(on).found[0];
    storage::fire_schedule op = fire(on, seen);
    for (int i = 1; i < 3; ++i)
      op.runs.push_back({seen.slot + i * hour, i * hour, on.request(law_jobs::scheduled)});
    op.next = seen.slot + 3 * hour;
    on.expect(on.done(op).jobs == 3 && on.list().size() == 3, "a job for each");
    on.expect(get(on, seen.number).last_job == op.runs[2].job.id, "of which the last is named");
  }

  static void a_slot_that_is_refused_for_now_stays_due(bench& on) {
    const std::int64_t number = on.done(put(on, "alone", law_jobs::scheduled_alone)).number;
    const job_id running = on.submit(law_jobs::scheduled_alone);
    on.pass(milliseconds{hour});
    const storage::schedule seen = due(on).found[0];
    storage::fire_schedule op = fire(on, seen, law_jobs::scheduled_alone);
    op.retry_after = milliseconds{5000};
    const auto refused = on.done(op);
    on.expect(refused.done && refused.jobs == 0 && refused.again && !refused.problem.empty(),
              "it says why");
    on.expect(get(on, number).slot == seen.slot && get(on, number).problem == refused.problem,
              "its slot stays");
    on.expect(due(on).found.empty() && due(on).next_due == on.store.elapsed() + milliseconds{5000},
              "and is looked at later");
    on.done(storage::cancel{.scope = on.mine(), .id = running});
    on.pass(milliseconds{5000});
    const auto again = due(on);
    on.expect(again.found.size() == 1 && again.found[0].slot == seen.slot, "it is due again");
    const auto fired = on.done(fire(on, again.found[0], law_jobs::scheduled_alone));
    on.expect(fired.jobs == 1 && get(on, number).problem.empty(), "and fired then");
    // The same where it is not to be tried again.
    on.pass(milliseconds{hour});
    const auto missed = on.done(fire(on, due(on).found[0], law_jobs::scheduled_alone));
    on.expect(missed.done && missed.jobs == 0 && !missed.again && due(on).found.empty(),
              "without a second try the slot is gone");
  }

  static void a_paused_schedule_rests(bench& on) {
    const std::int64_t number = on.done(put(on, "hourly")).number;
    on.pass(milliseconds{hour});
    const storage::schedule seen = due(on).found[0];
    on.done(change{.scope = on.mine(), .number = number, .to = change::what::pause});
    on.expect(due(on).found.empty() && !due(on).next_due, "it is never due");
    on.expect(!on.done(fire(on, seen)).done, "also for one who saw it before");
    on.done(change{.scope = on.mine(), .number = number, .to = change::what::resume});
    on.expect(due(on).found.empty() && get(on, number).slot == on.store.elapsed().count() + hour,
              "and goes on with a slot that is to come");
    const std::int64_t nightly = on.done(put_cron(on, "nightly", milliseconds{1000})).number;
    on.done(change{.scope = on.mine(), .number = nightly, .to = change::what::pause});
    on.pass(milliseconds{hour / 2});
    change resume{.scope = on.mine(), .number = nightly, .to = change::what::resume};
    resume.slot = (on.store.now() + milliseconds{7000}).time_since_epoch().count();
    on.done(resume);
    on.expect(get(on, nightly).next == on.store.now() + milliseconds{7000},
              "by the wall clock, with the one that it is given");
  }

  static void a_schedule_is_run_by_hand(bench& on) {
    const std::int64_t number = on.done(put(on, "hourly")).number;
    const std::int64_t slot = get(on, number).slot;
    change run{.scope = on.mine(), .number = number, .to = change::what::run};
    run.job = on.request(law_jobs::scheduled);
    const job_id made = on.done(run).job;
    on.expect(made == run.job.id && on.state(made) == "pending", "a job is made at once");
    on.expect(get(on, number).slot == slot && get(on, number).last_job == made,
              "and the slots stay where they are");
  }

  static void a_schedule_is_removed(bench& on) {
    const std::int64_t number = on.done(put(on, "hourly")).number;
    on.pass(milliseconds{hour});
    const storage::schedule seen = due(on).found[0];
    on.done(change{.scope = on.mine(), .number = number, .to = change::what::remove});
    on.expect(due(on).found.empty(), "it is not due any more");
    on.expect(!on.done(fire(on, seen)).done && on.list().empty(), "for nobody");
    on.refused(errc::not_found,
               change{.scope = on.mine(), .number = number, .to = change::what::remove});
    on.expect(on.done(put(on, "hourly")).number != number, "and its number is not used again");
  }

  static void a_declared_schedule_is_its_types(bench& on) {
    storage::put_schedule op = put(on, "");
    const std::int64_t number = on.done(op).number;
    on.pass(milliseconds{1000});
    const storage::schedule before = get(on, number);
    on.expect(on.done(op).number == number && get(on, number).fence == before.fence,
              "who declares the same changes nothing");
    on.refused(errc::invalid,
               change{.scope = on.mine(), .number = number, .to = change::what::remove});
    op.of.period = 2 * hour;
    on.done(op);
    on.expect(get(on, number).slot == on.store.elapsed().count() + 2 * hour,
              "a new release changes it");
    op.withdrawn = true;
    on.done(op);
    on.expect(on.done(storage::find_schedules{.scope = bench::everyone()}).found.empty(),
              "and one without it takes it away");
  }

  static void a_tenant_sees_its_own_schedules(bench& on) {
    const std::int64_t mine = on.done(put(on, "hourly")).number;
    storage::put_schedule other = put(on, "hourly");
    other.of.tenant = "umbrella";
    const std::int64_t theirs = on.done(other).number;
    on.expect(mine != theirs, "two tenants may use one name");
    const auto found = on.done(storage::find_schedules{.scope = on.mine()});
    on.expect(found.found.size() == 1 && found.found[0].number == mine, "each sees its own");
    on.refused(errc::not_found,
               change{.scope = on.mine(), .number = theirs, .to = change::what::pause});
    storage::find_schedules one{.scope = on.mine()};
    one.number = theirs;
    on.expect(on.done(one).found.empty(), "and no other's by its number");
    storage::find_schedules nobody{.scope = storage::scope::tenant("nobody")};
    on.expect(on.done(nobody).found.empty(), "one without any has none");
  }

  static void schedules_are_listed_page_by_page(bench& on) {
    for (int i = 0; i < 5; ++i) on.done(put(on, "schedule " + std::to_string(i)));
    on.done(put(on, "alone", law_jobs::scheduled_alone));
    storage::find_schedules op{.scope = on.mine()};
    op.handler = "law.scheduled";
    op.limit = 2;
    std::vector<std::string> names;
    do {
      const auto page = on.done(op);
      on.expect(page.found.size() <= 2, "no page is too long");
      for (const storage::schedule& each : page.found) names.push_back(each.name);
      op.after = page.next;
    } while (op.after != 0);
    on.expect(names.size() == 5 && names.front() == "schedule 0" && names.back() == "schedule 4",
              "all of a type, in the order in which they were made");
    op.after = 0;
    op.name = std::string("schedule 3");
    on.expect(on.done(op).found.size() == 1, "and one by its name");
    op.handler.clear();
    op.name = {};
    op.limit = 100;
    on.expect(on.done(op).found.size() == 6, "or all");
  }

  static void many_that_are_due_are_found_some_at_a_time(bench& on) {
    for (int i = 0; i < 7; ++i) on.done(put(on, std::to_string(i)));
    on.pass(milliseconds{hour});
    int fired = 0;
    while (true) {
      const auto found = due(on, 3);
      if (found.found.empty()) break;
      on.expect(found.found.size() <= 3 && found.more == (fired < 4), "and it is said if more are");
      for (const storage::schedule& each : found.found)
        fired += static_cast<int>(on.done(fire(on, each)).jobs);
    }
    on.expect(fired == 7 && on.list().size() == 7, "each once");
  }

  static constexpr storage_law all[] = {
      {"a schedule is kept as it was put", &a_schedule_is_kept_as_it_was_put},
      {"a schedule that is put again is changed", &a_schedule_that_is_put_again_is_changed},
      {"what is no schedule is refused", &what_is_no_schedule_is_refused},
      {"a slot comes due by the clock that it is counted on",
       &a_slot_comes_due_by_the_clock_that_it_is_counted_on},
      {"a slot is fired once", &a_slot_is_fired_once},
      {"several slots are fired together", &several_slots_are_fired_together},
      {"a slot that is refused for now stays due", &a_slot_that_is_refused_for_now_stays_due},
      {"a paused schedule rests", &a_paused_schedule_rests},
      {"a schedule is run by hand", &a_schedule_is_run_by_hand},
      {"a schedule is removed", &a_schedule_is_removed},
      {"a declared schedule is its type's", &a_declared_schedule_is_its_types},
      {"a tenant sees its own schedules", &a_tenant_sees_its_own_schedules},
      {"schedules are listed page by page", &schedules_are_listed_page_by_page},
      {"many that are due are found some at a time", &many_that_are_due_are_found_some_at_a_time}};
};

}  // namespace pawl::testing
