// SPDX-License-Identifier: BSL-1.0
// What is told to the store and asked of it, in which commit, and what is waited for.
#include <algorithm>
#include <latch>
#include <semaphore>

#include "runtime/fragile_store.hpp"

using namespace runtime_test;

namespace {

/// A coroutine that waits for nothing.
struct prompt : pawl::job<"test.prompt", pawl::lifecycles::service> {
  pawl::task<outcome<void>> operator()(context&, report_input) const { co_return outcome<void>{}; }
};

/// One that lives in memory.
struct fleeting
    : pawl::job<"test.fleeting", pawl::lifecycles::service, pawl::ephemeral<pawl::capacity<10>>> {
  outcome<void> operator()(context&, report_input) const { return {}; }
};

/// How often the clock of a store is looked at while its engine maintains it twenty times. The
/// first ten are not counted: the engine may still be busy.
int looks_during_rounds(living& watched) {
  const auto wait_for_rounds = [&](int rounds) {
    for (int until = watched.reaped + rounds; watched.reaped < until;)
      watched.reaped.wait(watched.reaped);
  };
  wait_for_rounds(10);
  const int before = watched.looks;
  wait_for_rounds(20);
  return watched.looks - before;
}

}  // namespace

TEMPLATE_TEST_CASE("stages and progress are written down, and never fall", "[DECK-16][SVC-12]",
                   PAWL_RUNTIME_STORES) {
  bench<convert, TestType> b;
  std::vector<int> seen;
  *b.handler.act = [&](convert::context& ctx,
                       deck_jobs::convert_input) -> convert::outcome<deck_jobs::convert_output> {
    const auto id = pawl::parse_job_id(ctx.job_id()).value();
    const auto look = [&] {
      b.clock.advance(1s);
      b.engine->dispatch_once();
      seen.push_back(b.me.status(id)->progress);
    };
    ctx.enter<"extracting">();
    look();
    ctx.progress(50, "half of it");
    look();
    ctx.enter<"validating_input">();
    look();
    return deck_jobs::convert_output{"deck", 3};
  };
  const auto job = b.submit(deck_jobs::convert_input{"d1", "s3://x"});
  b.engine->run_until_idle();
  CHECK(seen == std::vector<int>{15, 35, 35});
  CHECK(b.record(job).progress == 100);
  bool said = false;
  const auto events = b.me.events(job.id);
  for (const auto& event : *events) said |= event.message == "half of it";
  CHECK(said);
}

TEMPLATE_TEST_CASE("a chatty handler does not flood the store", "", PAWL_RUNTIME_STORES) {
  bench<report, TestType> b;
  *b.handler.act = [&](report::context& ctx, report_input) -> report::outcome<report_output> {
    for (int i = 0; i < 10'000; ++i) {
      ctx.progress(i / 100);
      b.engine->dispatch_once();
    }
    return report_output{};
  };
  const auto job = b.submit(alfki);
  b.engine->run_until_idle();
  // The clock stood still: its first report, its last one, and where it began and ended.
  CHECK(b.me.events(job.id)->size() <= 4);
}

TEST_CASE("what a handler says is written down when the store takes it at the second try") {
  fragile_bench b;
  *b.handler.act = [&](scripted::context& ctx, report_input) -> scripted::outcome<report_output> {
    ctx.progress(40, "half of it");
    b.jobs.store().fails = true;
    b.engine->dispatch_once();
    b.jobs.store().fails = false;
    b.clock.advance(1s);
    b.engine->dispatch_once();
    CHECK(b.me.status(*pawl::parse_job_id(ctx.job_id()))->progress == 40);
    return report_output{"done"};
  };
  const auto job = b.submit(alfki);
  b.engine->run_until_idle();
  bool said = false;
  const auto events = b.me.events(job.id);
  for (const auto& event : *events) said |= event.message == "half of it";
  CHECK(said);
}

TEST_CASE("a job that is claimed while its service stops goes back, uncharged") {
  const bool at_once = GENERATE(true, false);
  std::latch claimed{1};
  std::binary_semaphore go_on{0};
  scripted handler;
  std::atomic<int> runs{0};
  *handler.act = [&](scripted::context& ctx, report_input) -> scripted::outcome<report_output> {
    ++runs;
    until_stopped(ctx.stop_token());
    return pawl::cancelled;
  };
  auto store = std::make_unique<living>();
  living& fragile_store = *store;
  pawl::service jobs{std::move(store), handler};
  const auto me = jobs.as(ann);
  std::vector<pawl::job_ref<scripted>> submitted;
  for (int i = 0; i < 3; ++i) submitted.push_back(*me.submit<scripted>(alfki));
  // The claim is committed; its answer comes when the service has begun to stop.
  std::atomic<bool> first{true};
  fragile_store.after = [&](auto batch) {
    if (!has<storage::claim>(batch) || !first.exchange(false)) return;
    claimed.count_down();
    go_on.acquire();
  };
  REQUIRE(jobs.start({.workers = 1, .prefetch = 2}));
  claimed.wait();
  std::jthread stopping([&] { jobs.stop(at_once ? 0ms : 60'000ms); });
  while (jobs.health().running) std::this_thread::yield();
  go_on.release();
  stopping.join();
  CHECK(runs == 0);
  for (const auto& job : submitted) {
    CHECK(me.status(job)->state == "pending");
    CHECK(me.status(job)->attempt == 0);
    CHECK(me.status(job)->phase == pawl::phase::ready);
  }
  CHECK(sample(jobs.metrics(), R"(job_in_progress{job_type="acme.report.v1"})") == "0");
}

TEST_CASE("work that found no room is asked for when there is some, whatever else has room") {
  scripted plain;
  *plain.act = [](scripted::context&, report_input) -> scripted::outcome<report_output> {
    return report_output{};
  };
  pawl::service jobs{std::make_unique<living>(), plain, prompt{}};
  const auto me = jobs.as(ann);
  std::vector<pawl::job_id> all;
  for (int i = 0; i < 20; ++i) all.push_back(me.submit<scripted>(alfki)->id);
  for (int i = 0; i < 20; ++i) all.push_back(me.submit<prompt>(alfki)->id);
  REQUIRE(jobs.start({.workers = 1, .coroutines = 1, .prefetch = 1, .poll = 10min}));
  const auto until = std::chrono::steady_clock::now() + 20s;
  for (const pawl::job_id& id : all) {
    const auto left =
        std::chrono::ceil<std::chrono::milliseconds>(until - std::chrono::steady_clock::now());
    REQUIRE(me.wait(id, left)->state == "succeeded");
  }
}

TEST_CASE("a type that runs less than it could goes on as soon as one of it has ended") {
  scripted failing;
  std::atomic<int> runs{0};
  *failing.act = [&](scripted::context&, report_input) -> scripted::outcome<report_output> {
    ++runs;
    return scripted::fail<pawl::error::network_timeout>("no answer");
  };
  pawl::service jobs{std::make_unique<living>(), failing, prompt{}};
  const auto me = jobs.as(ann);
  std::vector<pawl::job_id> all;
  pawl::submit_options once;
  once.retry.max_attempts = 1;
  for (int i = 0; i < 100; ++i) all.push_back(me.submit<scripted>(alfki, once)->id);
  REQUIRE(jobs.start({.workers = 4, .prefetch = 1, .poll = 10min}));
  const auto until = std::chrono::steady_clock::now() + 20s;
  for (const pawl::job_id& id : all) {
    const auto left =
        std::chrono::ceil<std::chrono::milliseconds>(until - std::chrono::steady_clock::now());
    REQUIRE(me.wait(id, left)->state == "dead_lettered");
  }
}

TEST_CASE("a service whose workers are all busy does not look at its clock all the time") {
  std::counting_semaphore<> begun{0};
  scripted handler;
  *handler.act = [&](scripted::context& ctx, report_input) -> scripted::outcome<report_output> {
    begun.release();
    until_stopped(ctx.stop_token());
    return pawl::cancelled;
  };
  auto store = std::make_unique<living>();
  living& watched = *store;
  pawl::service jobs{std::move(store), handler};
  const auto me = jobs.as(ann);
  for (int i = 0; i < 4; ++i) REQUIRE(me.submit<scripted>(alfki));
  REQUIRE(jobs.start({.workers = 1, .prefetch = 1, .poll = 100ms, .maintenance = 100ms}));
  begun.acquire();
  const int looks = looks_during_rounds(watched);
  CAPTURE(looks);
  CHECK(looks < 600);
}

TEST_CASE("a service that has only ephemeral jobs is idle when there are none") {
  auto store = std::make_unique<living>();
  living& watched = *store;
  pawl::service jobs{std::move(store), fleeting{}};
  REQUIRE(jobs.start({.workers = 1, .maintenance = 100ms}));
  const auto job = jobs.as(ann).submit<fleeting>(alfki);
  CHECK(jobs.as(ann).wait(*job, 60s)->state == "succeeded");
  const int looks = looks_during_rounds(watched);
  CAPTURE(looks);
  CHECK(looks < 600);
}

TEST_CASE("a job that is due and that nobody here can take does not keep an engine busy") {
  auto store = std::make_unique<living>();
  living& watched = *store;
  // What a store answers while it holds a job in a state that only a newer process knows.
  watched.change = [&](const storage::operation_ptr& op) {
    if (auto* claim = op.as<storage::claim>(); claim != nullptr && claim->answer)
      claim->answer->next_due = watched.now() - 1s;
  };
  pawl::service jobs{std::move(store), scripted{}};
  REQUIRE(jobs.start({.workers = 1, .poll = 100ms, .maintenance = 100ms}));
  const int looks = looks_during_rounds(watched);
  CAPTURE(looks);
  CHECK(looks < 600);
}
