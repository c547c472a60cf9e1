// SPDX-License-Identifier: BSL-1.0
#include <pawl/runtime/engine/adaptive_limit.hpp>

#include "runtime/bench.hpp"
#include "runtime/fleet.hpp"

namespace {

using namespace runtime_test;
using pawl::runtime::adaptive_limit;

/// Jobs of different types that all fail, once and for all.
template <pawl::fixed_string Id, class... Policies>
struct failing : pawl::job<Id, pawl::lifecycles::service,
                           pawl::errors<pawl::error::network_timeout>, Policies...> {
  using base = pawl::job<Id, pawl::lifecycles::service, pawl::errors<pawl::error::network_timeout>,
                         Policies...>;
  typename base::template outcome<void> operator()(typename base::context&,
                                                   const report_input&) const {
    return base::template fail<pawl::error::network_timeout>("no answer");
  }
};
using first = failing<"limited.first">;
using second = failing<"limited.second">;
using third = failing<"limited.third">;
using fourth = failing<"limited.fourth", pawl::at_most_once>;
using last = failing<"limited.last">;
/// Never fails, so as many of them may run as there is room for.
struct healthy : pawl::job<"limited.healthy", pawl::lifecycles::service> {
  outcome<void> operator()(context&, const report_input&) const { return {}; }
};
/// The same, begun at most once.
struct careful : pawl::job<"limited.careful", pawl::lifecycles::service, pawl::at_most_once> {
  outcome<void> operator()(context&, const report_input&) const { return {}; }
};

/// Two workers, and five job types of which one job each may run: two of them could have all the
/// workers. None is held ahead.
constexpr unsigned workers = 2;
const pawl::adaptive_options after_one_failure{.window = 1, .failure_rate = 0.5, .least = 1};

template <class Job>
pawl::job_id submit_once(const auto& me) {
  pawl::submit_options once;
  once.retry.max_attempts = 1;
  return me.template submit<Job>(alfki, once).value().id;
}

void note(adaptive_limit& limit, bool failed, int times) {
  for (int i = 0; i < times; ++i) limit.note(failed);
}

}  // namespace

TEST_CASE("a limit is halved by a bad window, and grows by one with each good one") {
  adaptive_limit limit({.window = 10, .failure_rate = 0.5, .least = 2}, 16);
  CHECK_FALSE(limit.is_reduced());
  note(limit, true, 10);
  CHECK(limit.limit() == 8);
  note(limit, true, 10);
  CHECK(limit.limit() == 4);
  note(limit, true, 100);
  CHECK(limit.limit() == 2);
  note(limit, false, 4);  // a window is no longer than twice what may run
  CHECK(limit.limit() == 3);
  note(limit, false, 1000);
  CHECK(limit.limit() == 16);
  CHECK_FALSE(limit.is_reduced());
}

TEST_CASE("half of a window may fail, and not one more") {
  adaptive_limit limit({.window = 10, .failure_rate = 0.5, .least = 1}, 16);
  note(limit, true, 5);
  note(limit, false, 5);
  CHECK(limit.limit() == 16);
  note(limit, true, 6);
  note(limit, false, 4);
  CHECK(limit.limit() == 8);
}

TEST_CASE("a limit that is switched off stays as it is, and none falls below one") {
  adaptive_limit off({.enabled = false}, 16);
  note(off, true, 1000);
  CHECK(off.limit() == 16);
  adaptive_limit low({.window = 1, .failure_rate = 0, .least = 0}, 4);
  note(low, true, 100);
  CHECK(low.limit() == 1);
}

TEST_CASE("what fails elsewhere is judged together with what fails here", "[DECK-39]") {
  const pawl::adaptive_options options{.window = 10, .failure_rate = 0.5, .least = 1};
  adaptive_limit healthy(options, 16);
  healthy.hear({.ended = 9, .failed = 9});
  CHECK_FALSE(healthy.take_news());  // less than a window
  healthy.hear({.ended = 30, .failed = 30});
  CHECK(healthy.take_news());
  CHECK(healthy.limit() == 8);
  CHECK_FALSE(healthy.take_news());  // judged once
  healthy.hear({.ended = 30, .failed = 2});
  CHECK(healthy.take_news());
  CHECK(healthy.limit() == 9);

  adaptive_limit broken(options, 16);  // a machine that is broken by itself
  broken.hear({.ended = 100, .failed = 0});
  broken.take_news();
  note(broken, true, 50);
  CHECK(broken.limit() == 16);
  broken.hear({});  // alone again
  CHECK_FALSE(broken.take_news());
  note(broken, true, 10);
  CHECK(broken.limit() == 8);

  CHECK(broken.take_untold() == pawl::storage::attempt_counts{60, 60});
  CHECK(broken.take_untold() == pawl::storage::attempt_counts{});
  broken.put_back({5, 1});
  note(broken, false, 1);
  CHECK(broken.take_untold() == pawl::storage::attempt_counts{6, 1});
}

TEMPLATE_TEST_CASE("the failure rate of all processes lets fewer jobs run at once",
                   "[DECK-28][DECK-39]", PAWL_RUNTIME_STORES) {
  manual_clock clock;
  TestType place{};
  judge_a_fleet(place.make(clock), clock);
}

TEST_CASE("a spike of failures lets fewer jobs of the type run at once, and recovery restores it",
          "[DECK-28]") {
  bench<convert> b(bench<convert>::make(), {.workers = 8, .prefetch = 0});
  bool broken = true;
  *b.handler.act = [&](convert::context&,
                       deck_jobs::convert_input) -> convert::outcome<deck_jobs::convert_output> {
    if (broken) return convert::fail<pawl::error::network_timeout>("no answer");
    return deck_jobs::convert_output{"deck", 1};
  };
  int documents = 0;
  // The number first: the other way round g++ 12, optimising, warns of an overlap that is none.
  const auto submit = [&](int count) {
    for (int i = 0; i < count; ++i)
      b.submit(deck_jobs::convert_input{std::to_string(documents++) + "d", "s3://x"});
  };
  /// How many begin at once, of plenty.
  const auto at_once = [&] {
    submit(10);
    b.engine->dispatch_once();
    b.enter_all();
    const std::size_t busy = b.engine->health().busy;
    b.engine->run_until_idle();
    return busy;
  };
  CHECK(at_once() == 8);
  submit(60);
  b.engine->run_until_idle();
  CHECK(at_once() == 1);
  broken = false;
  b.live_on(5);
  submit(200);
  b.engine->run_until_idle();
  CHECK(at_once() == 8);
}

TEST_CASE("what the caller did wrong does not slow others down") {
  bench<convert> b(bench<convert>::make(), {.workers = 8, .prefetch = 0});
  *b.handler.act = [](convert::context&,
                      deck_jobs::convert_input) -> convert::outcome<deck_jobs::convert_output> {
    return convert::fail<pawl::error::validation_error>("no slides");
  };
  for (int i = 0; i < 100; ++i)
    b.submit(deck_jobs::convert_input{std::to_string(i) + "d", "s3://x"});
  b.engine->run_until_idle();
  for (int i = 0; i < 10; ++i)
    b.submit(deck_jobs::convert_input{std::to_string(i) + "e", "s3://x"});
  b.engine->dispatch_once();
  b.enter_all();
  CHECK(b.engine->health().busy == 8);
  b.engine->run_until_idle();
}

TEMPLATE_TEST_CASE("no type waits for a worker that is kept for types without work", "[DECK-28]",
                   PAWL_RUNTIME_STORES) {
  manual_clock clock;
  const TestType place{};
  pawl::service jobs{place.make(clock), first{}, second{},  third{},
                     fourth{},          last{},  healthy{}, careful{}};
  const auto me = jobs.as({.tenant = "acme", .user = "ann", .organisation = {}});
  auto engine = pawl::testing::stepped_engine(jobs, {.workers = workers,
                                                     .prefetch = 0,
                                                     .adaptive = after_one_failure,
                                                     .log = pawl::observe::no_log{}});
  REQUIRE(engine->enrol());
  const auto ends = [&](const pawl::job_id& job) {
    engine->run_until_idle();
    return me.status(job)->state;
  };
  // In one order and in the other: whichever types reserve first, the others have their turn.
  for (int round = 0; round < 2; ++round) {
    CHECK(ends(submit_once<first>(me)) == "dead_lettered");
    CHECK(ends(submit_once<second>(me)) == "dead_lettered");
    CHECK(ends(submit_once<third>(me)) == "dead_lettered");
    CHECK(ends(submit_once<fourth>(me)) == "dead_lettered");
    CHECK(ends(submit_once<last>(me)) == "dead_lettered");
    CHECK(ends(submit_once<healthy>(me)) == "succeeded");
    CHECK(ends(submit_once<careful>(me)) == "succeeded");
    CHECK(ends(submit_once<last>(me)) == "dead_lettered");
  }
  // And then it is idle: one look at the store asks for each type once, and no more.
  const std::uint64_t before = engine->health().claims;
  CHECK_FALSE(engine->dispatch_once());
  CHECK(engine->health().claims - before <= 7);
}

TEMPLATE_TEST_CASE("types that have work all the time leave workers to the others", "[DECK-28]",
                   PAWL_RUNTIME_STORES) {
  manual_clock clock;
  const TestType place{};
  pawl::service jobs{place.make(clock), first{}, second{},  third{},
                     fourth{},          last{},  healthy{}, careful{}};
  const auto me = jobs.as({.tenant = "acme", .user = "ann", .organisation = {}});
  auto engine = pawl::testing::stepped_engine(jobs, {.workers = workers,
                                                     .prefetch = 0,
                                                     .adaptive = after_one_failure,
                                                     .log = pawl::observe::no_log{}});
  REQUIRE(engine->enrol());
  for (int i = 0; i < 30; ++i) {
    submit_once<first>(me);
    submit_once<second>(me);
    submit_once<third>(me);
    submit_once<fourth>(me);
  }
  const auto run_some = [&](int count) {
    for (int i = 0; i < count; ++i) {
      engine->dispatch_once();
      engine->run_one();
    }
  };
  run_some(20);
  const auto failing = submit_once<last>(me);
  const auto plain = submit_once<healthy>(me);
  const auto once = submit_once<careful>(me);
  run_some(20);
  CHECK(me.status(failing)->state == "dead_lettered");
  CHECK(me.status(plain)->state == "succeeded");
  CHECK(me.status(once)->state == "succeeded");
  engine->run_until_idle();
  CHECK(engine->health().settled == 123);
}

TEST_CASE("one worker serves what begins at most once and what does not, in turn") {
  manual_clock clock;
  pawl::service jobs{on_memory{}.make(clock), healthy{}, careful{}};
  const auto me = jobs.as({.tenant = "acme", .user = "ann", .organisation = {}});
  auto engine = pawl::testing::stepped_engine(jobs, {.workers = 1, .prefetch = 0});
  REQUIRE(engine->enrol());
  for (int i = 0; i < 20; ++i) submit_once<careful>(me);
  const auto plain = submit_once<healthy>(me);
  for (int i = 0; i < 4; ++i) {
    engine->dispatch_once();
    engine->run_one();
  }
  CHECK(me.status(plain)->state == "succeeded");
}

TEST_CASE("a type whose places were taken by others is not waited for until the next poll") {
  pawl::service jobs{std::make_unique<pawl::testing::memory_store<pawl::system_clock>>(),
                     first{},
                     second{},
                     third{},
                     fourth{},
                     last{},
                     healthy{},
                     careful{}};
  const auto me = jobs.as({.tenant = "acme", .user = "ann", .organisation = {}});
  REQUIRE(jobs.start({.workers = workers,
                      .prefetch = 0,
                      .poll = 1h,
                      .adaptive = after_one_failure,
                      .log = pawl::observe::no_log{}}));
  const auto ends = [&](const pawl::job_id& job) { return me.wait(job, 60s)->state; };
  for (int round = 0; round < 3; ++round) {
    CHECK(ends(submit_once<first>(me)) == "dead_lettered");
    CHECK(ends(submit_once<second>(me)) == "dead_lettered");
    CHECK(ends(submit_once<third>(me)) == "dead_lettered");
    CHECK(ends(submit_once<fourth>(me)) == "dead_lettered");
    CHECK(ends(submit_once<last>(me)) == "dead_lettered");
    CHECK(ends(submit_once<healthy>(me)) == "succeeded");
    CHECK(ends(submit_once<careful>(me)) == "succeeded");
  }
  jobs.stop();
}
