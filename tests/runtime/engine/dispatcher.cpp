// SPDX-License-Identifier: BSL-1.0
// What is told to the store and asked of it, in which commit, and what is waited for.
#include <algorithm>
#include <condition_variable>
#include <latch>
#include <mutex>
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

/// Fails, then asks for a moment, then succeeds.
struct impatient : pawl::job<"test.impatient", pawl::lifecycles::service,
                             pawl::retry<pawl::attempts<3>, pawl::fixed<20_ms>, pawl::no_jitter>,
                             pawl::errors<pawl::error::network_timeout>> {
  std::shared_ptr<std::atomic<int>> runs = std::make_shared<std::atomic<int>>(0);
  outcome<void> operator()(context&, report_input) const {
    switch (++*runs) {
      case 1:
        return fail<pawl::error::network_timeout>("not yet");
      case 2:
        return pawl::snooze{20ms};
      default:
        return {};
    }
  }
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

TEST_CASE("what becomes due is begun by its alarm, however seldom an engine looks") {
  const impatient handler;
  const support::fresh_directory directory;
  const auto open = [&] { return *pawl::storage::sqlite<>::open(directory / "jobs.db"); };
  pawl::service jobs{open(), handler};
  // Another process, as far as the store and its transport know.
  pawl::service elsewhere{open(), handler};
  REQUIRE(jobs.start({.workers = 1, .poll = 1h}));
  for (const auto& me : {jobs.as(ann), elsewhere.as(ann)}) {
    *handler.runs = 0;
    const auto job = me.submit<impatient>(alfki, {.delay = 20ms});
    CHECK(me.wait(*job, 60s)->state == "succeeded");
    CHECK(*handler.runs == 3);
  }
  jobs.stop();
}

TEST_CASE("a job that is due and that nobody here can take does not keep an engine busy") {
  auto store = std::make_unique<living>();
  living& watched = *store;
  // What a store answers while it holds a job in a state that only a newer process knows.
  watched.change = [&](const storage::operation_ptr& op) {
    if (auto* claim = op.as<storage::claim>(); claim != nullptr && claim->answer)
      claim->answer->next_due = watched.elapsed() - 1s;
  };
  pawl::service jobs{std::move(store), scripted{}};
  REQUIRE(jobs.start({.workers = 1, .poll = 100ms, .maintenance = 100ms}));
  const int looks = looks_during_rounds(watched);
  CAPTURE(looks);
  CHECK(looks < 600);
}

TEST_CASE("what is due in a moment by the store's clock is looked for again, then") {
  auto store = std::make_unique<living>();
  living& watched = *store;
  std::mutex mutex;
  std::condition_variable looked;
  int claims = 0;
  // The engine's idea of the store's time is ahead of it.
  watched.change = [&](const storage::operation_ptr& op) {
    auto* claim = op.as<storage::claim>();
    if (claim == nullptr || !claim->answer) return;
    claim->answer->looked_at = watched.elapsed() - 20ms;
    claim->answer->next_due = claim->answer->looked_at + 1ms;
    const std::scoped_lock lock(mutex);
    ++claims;
    looked.notify_all();
  };
  pawl::service jobs{std::move(store), scripted{}};
  REQUIRE(jobs.start({.workers = 1, .poll = 1h, .maintenance = 1h}));
  {
    std::unique_lock lock(mutex);
    CHECK(looked.wait_for(lock, 60s, [&] { return claims >= 3; }));
  }
  jobs.stop();
}

namespace {

/// A bench with one worker that writes down what each commit of its engine holds.
struct watched_bench {
  using commit = std::vector<storage::operation_kind>;
  fragile_bench b{fragile_bench::make(), {.workers = 1, .prefetch = 4}};
  std::vector<commit> commits{};

  watched_bench() {
    b.jobs.store().after = [this](auto batch) {
      auto& made = commits.emplace_back();
      for (const storage::operation_ptr& each : batch) made.push_back(each.kind());
    };
  }
  /// Submits two jobs, which are held, and runs the first. One before them has shown that such jobs
  /// are short: else the second would stay in the store.
  pawl::job_ref<scripted> run_up_to_a_held_job() {
    b.submit(report_input{"first", 0});
    b.engine->run_until_idle();
    b.submit(report_input{"first", 1});
    const auto held = b.submit(report_input{"held", 2});
    REQUIRE(b.engine->dispatch_once());
    REQUIRE(b.engine->run_short_one());
    CHECK(b.record(held).phase == pawl::phase::held);
    commits.clear();
    return held;
  }
};

}  // namespace

TEST_CASE("what is claimed is held until a worker enters it, however many workers are free") {
  bench<report> b;
  std::vector<pawl::job_ref<report>> jobs;
  for (int i = 0; i < 3; ++i) jobs.push_back(b.submit(alfki));
  REQUIRE(b.engine->dispatch_once());
  const auto are = [&](pawl::phase what, unsigned charged) {
    return std::count_if(jobs.begin(), jobs.end(), [&](const auto& job) {
      const auto record = b.record(job);
      return record.phase == what && record.attempt == charged;
    });
  };
  CHECK(are(pawl::phase::held, 0) == 3);
  CHECK(b.engine->health().held == 3);
  REQUIRE(b.engine->enter_one());
  CHECK(are(pawl::phase::running, 1) == 1);
  CHECK(are(pawl::phase::held, 0) == 2);
  CHECK(b.engine->health().held == 2);
  CHECK(b.engine->health().busy == 1);
}

TEST_CASE("a short job costs an idle engine two commits") {
  watched_bench w;
  *w.b.handler.act = [](scripted::context&, report_input) -> scripted::outcome<report_output> {
    return report_output{};
  };
  const auto job = w.b.submit(alfki);
  w.commits.clear();
  REQUIRE(w.b.engine->dispatch_once());
  REQUIRE(w.b.engine->run_short_one());
  REQUIRE(w.b.engine->dispatch_once());
  using kind = storage::operation_kind;
  CHECK(w.commits ==
        std::vector<watched_bench::commit>{{kind::claim}, {kind::settle, kind::claim}});
  CHECK(w.b.states(job) == names{"pending", "running", "succeeded"});
}

TEST_CASE("a job that is cancelled between its claim and its entry ends, and its worker hears") {
  bench<report> b;
  bool told = false;
  *b.handler.act = [&](report::context& ctx, report_input) -> report::outcome<report_output> {
    told = ctx.stop_requested();
    return report_output{"too late"};
  };
  const auto job = b.submit(alfki);
  REQUIRE(b.engine->dispatch_once());
  CHECK(b.me.cancel(job.id) == true);
  SECTION("when its start is refused") { b.engine->run_until_idle(); }
  SECTION("before it enters") {
    b.engine->keep_once();
    told = true;
    *b.handler.act = [&](report::context&, report_input) -> report::outcome<report_output> {
      told = false;
      return report_output{"never"};
    };
    b.engine->run_until_idle();
  }
  CHECK(told);
  CHECK(b.record(job).state == "canceled");
  CHECK(b.record(job).attempt == 0);
  CHECK_FALSE(b.record(job).has_result);
}

TEST_CASE("a job that was entered while it was held is running after the next commit") {
  using kind = storage::operation_kind;
  watched_bench w;
  *w.b.handler.act = [&](scripted::context& ctx,
                         report_input in) -> scripted::outcome<report_output> {
    if (in.customer == "first") return report_output{};
    const auto id = *pawl::parse_job_id(ctx.job_id());
    CHECK(w.b.me.status(id)->phase == pawl::phase::held);
    w.commits.clear();
    w.b.engine->dispatch_once();
    REQUIRE(w.commits.size() == 1);
    CHECK(std::count(w.commits[0].begin(), w.commits[0].end(), kind::start) == 1);
    CHECK(w.b.me.status(id)->phase == pawl::phase::running);
    CHECK(w.b.me.status(id)->state == "running");
    return report_output{};
  };
  const auto held = w.run_up_to_a_held_job();
  REQUIRE(w.b.engine->run_short_one());
  w.b.engine->run_until_idle();
  CHECK(w.b.states(held) == names{"pending", "running", "succeeded"});
}

TEST_CASE("the start and the end of a short job that was held are one operation of one commit") {
  using kind = storage::operation_kind;
  watched_bench w;
  *w.b.handler.act = [](scripted::context&, report_input) -> scripted::outcome<report_output> {
    return report_output{};
  };
  const auto held = w.run_up_to_a_held_job();
  REQUIRE(w.b.engine->run_short_one());
  CHECK(w.commits.empty());
  w.b.engine->dispatch_once();
  REQUIRE(w.commits.size() == 1);
  CHECK(w.commits[0] == watched_bench::commit{kind::settle, kind::settle, kind::claim});
  CHECK(w.b.states(held) == names{"pending", "running", "succeeded"});
  CHECK(w.b.record(held).attempt == 1);
}

TEST_CASE("what a short job that was held has reported is written between its start and its end") {
  using kind = storage::operation_kind;
  watched_bench w;
  *w.b.handler.act = [](scripted::context& ctx,
                        report_input in) -> scripted::outcome<report_output> {
    if (in.customer == "held") ctx.progress(40, "half of it");
    return report_output{};
  };
  const auto held = w.run_up_to_a_held_job();
  REQUIRE(w.b.engine->run_short_one());
  w.b.engine->dispatch_once();
  REQUIRE(w.commits.size() == 1);
  CHECK(w.commits[0] ==
        watched_bench::commit{kind::settle, kind::start, kind::report, kind::settle, kind::claim});
  bool said = false;
  const auto events = w.b.me.events(held.id);
  for (const auto& event : *events) said |= event.message == "half of it";
  CHECK(said);
}

TEMPLATE_TEST_CASE("a lost job comes back whatever other types its process runs", "[SVC-15]",
                   PAWL_RUNTIME_STORES) {
  struct once : pawl::job<"test.once", pawl::lifecycles::service, pawl::at_most_once> {
    outcome<void> operator()(context&, const report_input&) const { return {}; }
  };
  struct awaits : pawl::job<"test.awaits", pawl::lifecycles::service> {
    pawl::task<outcome<void>> operator()(context&, report_input) const {
      co_return outcome<void>{};
    }
  };
  struct plain : pawl::job<"test.plain", pawl::lifecycles::service> {
    outcome<void> operator()(context&, const report_input&) const { return {}; }
  };
  manual_clock clock;
  const TestType place{};
  // Each of them is asked for by a question of its own.
  pawl::service jobs{place.make(clock), once{}, awaits{}, plain{}};
  const auto me = jobs.as({.tenant = "acme", .user = "ann", .organisation = {}});
  const auto first = me.template submit<plain>(alfki).value();
  const auto second = me.template submit<awaits>(alfki).value();
  {
    auto doomed = pawl::testing::stepped_engine(jobs, {.workers = 3});
    REQUIRE(doomed->enrol());
    doomed->dispatch_once();  // and is gone with both
  }
  auto engine = pawl::testing::stepped_engine(jobs, {.workers = 3});
  REQUIRE(engine->enrol());
  clock.advance(61s);
  engine->keep_once();
  engine->maintain_once();
  clock.advance(longest_backoff<plain>);
  engine->keep_once();
  for (int i = 0; i < 3; ++i) engine->run_until_idle();
  CHECK(me.status(first)->state == "succeeded");
  CHECK(me.status(second)->state == "succeeded");
}

TEST_CASE("of jobs that a process was lost with one is begun at a time, and others beside it") {
  bench<report> b;
  *b.handler.act = [](report::context&, report_input) -> report::outcome<report_output> {
    return report_output{};
  };
  std::vector<pawl::job_ref<report>> suspects;
  for (int i = 0; i < 3; ++i) suspects.push_back(b.submit(alfki));
  {
    auto doomed = pawl::testing::stepped_engine(b.jobs, {.workers = 3, .prefetch = 0});
    REQUIRE(doomed->enrol());
    REQUIRE(doomed->dispatch_once());
    while (doomed->enter_one()) {
    }
    REQUIRE(doomed->health().busy == 3);
  }
  b.clock.advance(61s);
  b.engine->maintain_once();
  b.clock.advance(longest_backoff<report>);
  const auto running = [&] {
    return std::count_if(suspects.begin(), suspects.end(), [&](const auto& job) {
      return b.record(job).phase == pawl::phase::running;
    });
  };
  const auto waiting = [&] {
    return std::count_if(suspects.begin(), suspects.end(), [&](const auto& job) {
      return b.record(job).phase == pawl::phase::ready;
    });
  };
  REQUIRE(b.engine->dispatch_once());
  CHECK(running() == 1);
  CHECK(waiting() == 2);
  CHECK(b.engine->health().held == 0);

  const auto innocent = b.submit(alfki);
  REQUIRE(b.engine->dispatch_once());
  b.enter_all();
  CHECK(b.record(innocent).phase == pawl::phase::running);
  CHECK(running() == 1);
  CHECK(waiting() == 2);

  // The next one is begun when the first has come back.
  REQUIRE(b.engine->run_one());
  REQUIRE(b.engine->dispatch_once());
  CHECK(running() == 1);
  CHECK(waiting() == 1);
  b.engine->run_until_idle();
  for (const auto& job : suspects) CHECK(b.record(job).state == "succeeded");
}
