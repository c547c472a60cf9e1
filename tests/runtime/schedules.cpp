// SPDX-License-Identifier: BSL-1.0
#include <pawl/schedules.hpp>

#include <algorithm>
#include <condition_variable>
#include <mutex>

#include <pawl/service.hpp>
#include <pawl/storage/sqlite.hpp>
#include <pawl/testing/memory_store.hpp>
#include <pawl/testing/sqlite_store.hpp>
#include <pawl/testing/workbench.hpp>

#include "support/catch.hpp"

namespace {

using namespace pawl::literals;
using namespace std::chrono_literals;
using pawl::instant;
using pawl::testing::workbench;

struct slot_input {
  std::int64_t made_for = 0;
};

struct seen {
  std::int64_t made_for = 0;
  std::optional<pawl::slot_mark> slot{};
  std::string tenant{};
};
struct notebook {
  std::mutex mutex;
  std::condition_variable news;
  std::vector<seen> all;
};

template <class Job>
struct noting : Job {
  std::shared_ptr<notebook> notes = std::make_shared<notebook>();

  static slot_input input_at(instant slot) { return {slot.time_since_epoch().count()}; }
  typename Job::template outcome<void> operator()(typename Job::context& ctx, slot_input in) const {
    const std::scoped_lock lock(notes->mutex);
    notes->all.push_back({in.made_for, pawl::slot_of(ctx), ctx.requested_by().tenant});
    notes->news.notify_all();
    return {};
  }
};

using hourly = noting<pawl::job<"sched.hourly", pawl::lifecycles::service, pawl::every<1_h>>>;
using hourly_all = noting<pawl::job<"sched.hourly_all", pawl::lifecycles::service, pawl::every<1_h>,
                                    pawl::missed<pawl::slots::all, 3>>>;
using hourly_skip = noting<pawl::job<"sched.hourly_skip", pawl::lifecycles::service,
                                     pawl::every<1_h>, pawl::missed<pawl::slots::skip>>>;
using nightly =
    noting<pawl::job<"sched.nightly", pawl::lifecycles::service, pawl::cron<"0 3 * * *">>>;
using free_job = noting<pawl::job<"sched.free", pawl::lifecycles::service, pawl::schedulable>>;
using alone =
    noting<pawl::job<"sched.alone", pawl::lifecycles::service, pawl::schedulable,
                     pawl::limits<pawl::active_per<pawl::by::tenant, 1, pawl::at_submit>>>>;

template <class Bench>
void to(Bench& on, instant when) {
  on.advance(when - on.clock().wall());
  on.run();
}
template <class H, class Bench>
const std::vector<seen>& notes(Bench& on) {
  return on.template handler<H>().notes->all;
}

}  // namespace

TEST_CASE("a job is made once in each period, and says for which slot") {
  workbench on{hourly{}};
  on.run();
  CHECK(notes<hourly>(on).empty());
  on.advance(59min);
  on.run();
  CHECK(notes<hourly>(on).empty());
  const instant first = on.clock().wall() + 1min;
  on.advance(1min);
  on.run();
  REQUIRE(notes<hourly>(on).size() == 1);
  const seen& made = notes<hourly>(on)[0];
  CHECK(made.made_for == first.time_since_epoch().count());
  REQUIRE(made.slot);
  CHECK(made.slot->at == first);
  CHECK(made.slot->schedule == "sched.hourly");
  CHECK(made.tenant == "root");
  for (int i = 0; i < 5; ++i) {
    on.advance(1h);
    on.run();
  }
  CHECK(notes<hourly>(on).size() == 6);
}

TEST_CASE("an expression is due by the wall clock, and a period by the store's own line") {
  workbench on{hourly{}, nightly{}};
  const auto day = std::chrono::floor<std::chrono::days>(on.clock().wall());
  to(on, day + 24h + 2h + 59min);
  CHECK(notes<nightly>(on).empty());
  to(on, day + 24h + 3h);
  REQUIRE(notes<nightly>(on).size() == 1);
  CHECK(notes<nightly>(on)[0].slot->at == day + 24h + 3h);
  const std::size_t before = notes<hourly>(on).size();
  // Set back by two hours: three o'clock comes again, and was.
  on.clock().jump(-2h);
  on.advance(2h);
  on.run();
  CHECK(notes<nightly>(on).size() == 1);
  CHECK(notes<hourly>(on).size() > before);
  // Set ahead by a day: its slot has come.
  on.clock().jump(24h);
  on.advance(1s);
  on.run();
  CHECK(notes<nightly>(on).size() == 2);
}

TEST_CASE("what was missed is run once, or as often as the policy says, or not at all") {
  workbench on{hourly{}, hourly_all{}, hourly_skip{}};
  on.run();
  on.clock().advance(10h + 30min);
  on.run();
  CHECK(notes<hourly>(on).size() == 1);
  CHECK(notes<hourly_all>(on).size() == 3);
  CHECK(notes<hourly_skip>(on).empty());
  const auto& all = notes<hourly_all>(on);
  std::vector<instant> slots;
  for (const seen& each : all) slots.push_back(each.slot->at);
  std::sort(slots.begin(), slots.end());
  CHECK(slots[1] - slots[0] == 1h);
  CHECK(slots[2] == on.clock().wall() - 30min);
  CHECK(notes<hourly>(on)[0].slot->at == slots[2]);
  on.advance(30min);
  on.run();
  CHECK(notes<hourly>(on).size() == 2);
  CHECK(notes<hourly_all>(on).size() == 4);
  CHECK(notes<hourly_skip>(on).size() == 1);
}

TEST_CASE("each slot is run once by any number of processes, also when they are killed") {
  workbench on{hourly{}};
  auto& second = on.add_process();
  auto& third = on.add_process();
  for (int i = 0; i < 4; ++i) {
    on.advance(1h);
    static_cast<void>(second.work());
    static_cast<void>(third.work());
    on.run();
  }
  CHECK(notes<hourly>(on).size() == 4);
  // The answer to a commit is lost, and then the process: the slot was fired.
  on.lose_reply<pawl::storage::fire_schedule>();
  on.advance(1h);
  on.run();
  on.restart();
  on.advance(1s);
  on.run();
  CHECK(notes<hourly>(on).size() == 5);
  on.fail_commit<pawl::storage::fire_schedule>();
  on.advance(1h);
  on.run();
  on.advance(10s);
  on.run();
  CHECK(notes<hourly>(on).size() == 6);
}

TEST_CASE("sessions schedule jobs of their own, list, pause, resume, run and remove them") {
  workbench on{free_job{}};
  const auto acme = on.session({.tenant = "acme", .user = "ann"});
  const auto umbrella = on.session({.tenant = "umbrella", .user = "bob"});
  const auto number = acme.schedule<free_job>("every-day", pawl::repeat_every(24h), {7});
  REQUIRE(number);
  REQUIRE(acme.schedule<free_job>("nightly", pawl::cron_at("0 3 * * *"), {8}));
  REQUIRE(umbrella.schedule<free_job>("nightly", pawl::cron_at("0 3 * * *"), {9}));
  REQUIRE(acme.schedules().list());
  CHECK(acme.schedules().list()->size() == 2);
  CHECK(umbrella.schedules().list()->size() == 1);
  CHECK(acme.schedules().find<free_job>("every-day")->number == *number);
  CHECK_FALSE(umbrella.schedules().find<free_job>("every-day"));

  const auto day = std::chrono::floor<std::chrono::days>(on.clock().wall());
  to(on, day + 27h);
  std::vector<std::int64_t> inputs;
  for (const seen& each : notes<free_job>(on)) inputs.push_back(each.made_for);
  std::sort(inputs.begin(), inputs.end());
  CHECK(inputs == std::vector<std::int64_t>{8, 9});

  const auto ran = acme.schedules().run(*number);
  REQUIRE(ran);
  on.run();
  CHECK(notes<free_job>(on).size() == 3);
  CHECK(notes<free_job>(on).back().made_for == 7);
  CHECK(acme.schedules().get(*number)->last_job == *ran);
  CHECK(acme.status(*ran)->requested_by == "ann");

  REQUIRE(acme.schedules().pause(*number));
  CHECK(acme.schedules().get(*number)->paused);
  on.advance(48h);
  on.run();
  std::size_t sevens = 0;
  for (const seen& each : notes<free_job>(on)) sevens += each.made_for == 7 ? 1 : 0;
  CHECK(sevens == 1);
  REQUIRE(acme.schedules().resume(*number));
  CHECK(acme.schedules().get(*number)->next == on.clock().wall() + 24h);
  REQUIRE(acme.schedules().remove(*number));
  CHECK(acme.schedules().list()->size() == 1);
  CHECK(acme.schedules().pause(*number).error().code == pawl::storage::errc::not_found);
}

TEST_CASE("a schedule that cannot be kept is refused in one sentence") {
  workbench on{free_job{}};
  const auto acme = on.session();
  const auto refused = [&](std::string name, pawl::timetable when) {
    const auto answer = acme.schedule<free_job>(std::move(name), when, {});
    REQUIRE_FALSE(answer);
    CHECK(answer.error().code == pawl::storage::errc::invalid);
    return answer.error().message;
  };
  CHECK(refused("x", pawl::cron_at(std::string("0 25 * * *"))) ==
        "the schedule cannot be kept: cron (0 25 * * *) has 25 for its hour, which is out of "
        "range; write 0 to 23");
  CHECK(refused("", pawl::cron_at("0 3 * * *")) ==
        "a schedule needs a name; give it one of its own");
  CHECK(refused("x", pawl::repeat_every(500ms)).starts_with("a schedule repeats every second"));
  CHECK(refused("x", pawl::repeat_every(1h).missing(pawl::slots::all, 0))
            .starts_with("of missed slots 1 to 1000 are run"));
  pawl::timetable zoned = pawl::cron_at("0 3 * * *");
  zoned.zone = "Europe/Berlin";
  CHECK(refused("x", zoned).find("this process knows no zones; include") != std::string::npos);
}

TEST_CASE("a slot that a limit refuses is run when there is room") {
  workbench on{alone{}};
  const auto acme = on.session({.tenant = "acme", .user = "ann"});
  REQUIRE(acme.schedule<alone>("hourly", pawl::repeat_every(1h), {1}));
  on.run();
  const auto waiting = acme.submit<alone>({2}, {.delay = 1h + 20s});
  REQUIRE(waiting);
  on.advance(1h);
  on.run();
  CHECK(notes<alone>(on).empty());
  CHECK(acme.schedules().find<alone>("hourly")->problem.find("limit_reached") == 0);
  on.advance(20s);
  on.run();
  on.advance(5s);
  on.run();
  CHECK(notes<alone>(on).size() == 2);
  CHECK(acme.schedules().find<alone>("hourly")->problem.empty());
}

TEST_CASE("a schedule is in a file, and goes on where it was in the next process") {
  pawl::testing::manual_clock clock;
  auto store = pawl::testing::fresh_sqlite_store(clock);
  workbench on{store, hourly{}};
  on.advance(30min);
  on.restart(pawl::testing::reopened_sqlite_store(store, clock));
  on.advance(30min);
  on.run();
  CHECK(notes<hourly>(on).size() == 1);
}

TEST_CASE("an idle engine wakes for a slot, not for its next poll") {
  using store = pawl::storage::sqlite<>;
  struct once_a_second
      : noting<pawl::job<"sched.second", pawl::lifecycles::service, pawl::every<1_s>>> {};
  const auto home = pawl::testing::fresh_sqlite_store();
  auto opened =
      store::open(home->path() + ".real", {.durability = pawl::storage::durability_level::normal});
  REQUIRE(opened);
  once_a_second handler;
  const auto seen_by_it = handler.notes;
  pawl::service jobs{*std::move(opened), handler};
  REQUIRE(jobs.start({.workers = 2, .poll = 1h}));
  {
    std::unique_lock lock(seen_by_it->mutex);
    CHECK(seen_by_it->news.wait_for(lock, 5min, [&] { return seen_by_it->all.size() >= 2; }));
  }
  jobs.stop();
  const auto page = jobs.as({.tenant = "root"}).list();
  REQUIRE(page);
  for (const auto& each : page->jobs) {
    const auto slot = pawl::parse_slot(each.correlation);
    REQUIRE(slot);
    CHECK(each.created_at >= slot->at);
  }
}
