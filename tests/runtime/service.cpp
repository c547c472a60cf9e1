// SPDX-License-Identifier: BSL-1.0
// A service with its threads. Nothing here sleeps to wait for something: tests wait for what they
// test, and end by their time limit if it never comes.
#include <latch>
#include <set>

#include <pawl/observe/prometheus.hpp>
#include <pawl/service.hpp>
#include <pawl/storage/sqlite.hpp>
#include <pawl/testing/memory_store.hpp>
#include <pawl/transport/none.hpp>

#include "../../examples/jobs/service.hpp"
#include "../storage/directory.hpp"
#include "../storage/invariants.hpp"
#include "../support/catch.hpp"

namespace {

using namespace std::chrono_literals;
using namespace pawl::literals;
using service_jobs::report_input;
using service_jobs::report_output;

struct report : service_jobs::report_job {
  std::shared_ptr<std::atomic<int>> runs = std::make_shared<std::atomic<int>>(0);
  outcome<report_output> operator()(context&, report_input in) const {
    ++*runs;
    return report_output{in.customer};
  }
};

/// Runs until it is told to stop.
struct endless : pawl::job<"test.endless", pawl::lifecycles::service> {
  std::shared_ptr<std::latch> begun = std::make_shared<std::latch>(1);
  outcome<void> operator()(context& ctx, report_input) const {
    begun->count_down();
    std::mutex mutex;
    std::condition_variable_any stopped;
    std::unique_lock lock(mutex);
    stopped.wait(lock, ctx.stop_token(), [] { return false; });
    return pawl::cancelled;
  }
};

const pawl::principal ann{.tenant = "acme", .user = "ann", .organisation = {}};

auto on_memory() { return std::make_unique<pawl::testing::memory_store<pawl::system_clock>>(); }
auto on_file(const support::fresh_directory& directory) {
  auto opened = pawl::storage::sqlite<>::open(
      directory / "jobs.db", {.durability = pawl::storage::durability_level::normal});
  if (!opened) throw std::runtime_error(describe(opened.error()));
  return *std::move(opened);
}

}  // namespace

TEST_CASE("jobs of many threads all run, each once [SVC-24]") {
  const support::fresh_directory directory;
  report handler;
  pawl::service jobs{on_file(directory), handler};
  REQUIRE(jobs.start({.workers = 4, .prefetch = 8}));
  constexpr int threads = 4;
  constexpr int each = 100;
  {
    std::vector<std::jthread> submitting;
    for (int t = 0; t < threads; ++t)
      submitting.emplace_back([&] {
        const auto me = jobs.as(ann);
        for (int i = 0; i < each; ++i)
          if (!me.submit<report>({"c", i})) std::abort();
      });
  }
  const auto me = jobs.as(ann);
  const auto last = me.submit<report>({"last", 0});
  REQUIRE(last);
  CHECK(me.wait(*last, 60s)->state == "succeeded");
  while (jobs.store().count(pawl::storage::scope::every_tenant())->in(pawl::phase::terminal) !=
         threads * each + 1)
    std::this_thread::yield();
  CHECK(*handler.runs == threads * each + 1);
  jobs.stop();
  CHECK(support::broken_invariants(directory / "jobs.db").empty());
}

TEST_CASE("a service that stops asks its handlers, and gives back what they did not end",
          "[SVC-07]") {
  endless handler;
  pawl::service jobs{on_memory(), handler};
  REQUIRE(jobs.start({.workers = 1, .prefetch = 4}));
  const auto me = jobs.as(ann);
  const auto running = me.submit<endless>({"a", 1});
  handler.begun->wait();
  const auto waiting = me.submit<endless>({"b", 1});
  jobs.stop();
  for (const auto& job : {running, waiting}) {
    const auto record = me.status(*job);
    CHECK(record->state == "pending");
    CHECK(record->attempt == 0);
    CHECK(record->phase == pawl::phase::ready);
  }
}

TEST_CASE("a running job hears of its cancellation", "[SVC-07][DECK-08]") {
  endless handler;
  pawl::service jobs{on_memory(), handler};
  REQUIRE(jobs.start({.workers = 1, .lease_check_interval = 20ms}));
  const auto me = jobs.as(ann);
  const auto job = me.submit<endless>({"a", 1});
  handler.begun->wait();
  CHECK(me.cancel(job->id, "enough") == false);
  CHECK(me.wait(*job, 60s)->state == "canceled");
  CHECK(me.status(*job)->cancel_reason == "enough");
}

TEST_CASE("a service may be started and stopped at any moment") {
  const support::fresh_directory directory;
  report handler;
  std::set<pawl::job_id> submitted;
  for (int round = 0; round < 20; ++round) {
    pawl::service jobs{on_file(directory), handler};
    REQUIRE(jobs.start({.workers = 2, .prefetch = 2, .grace = 1s}));
    const auto me = jobs.as(ann);
    for (int i = 0; i < 5; ++i) submitted.insert(me.submit<report>({"c", i})->id);
    if (round % 3 == 0) jobs.stop();
    if (round % 3 == 1) jobs.stop(0ms);
  }
  pawl::service jobs{on_file(directory), handler};
  REQUIRE(jobs.start());
  const auto me = jobs.as(ann);
  for (const pawl::job_id& id : submitted) REQUIRE(me.wait(id, 60s)->state == "succeeded");
  jobs.stop();
  CHECK(support::broken_invariants(directory / "jobs.db").empty());
}

TEST_CASE("where nothing is announced, work and its end are found by polling") {
  using silent = pawl::storage::sqlite<pawl::system_clock, pawl::transport::none>;
  const support::fresh_directory directory;
  auto opened =
      silent::open(directory / "jobs.db", {.durability = pawl::storage::durability_level::normal});
  REQUIRE(opened);
  pawl::service jobs{*std::move(opened), report{}};
  REQUIRE(jobs.start({.workers = 1, .poll = 5ms}));
  const auto me = jobs.as(ann);
  for (int i = 0; i < 3; ++i) CHECK(me.result(*me.submit<report>({"c", i}), 60s)->url == "c");
  jobs.stop();
}

TEST_CASE("a session that is older than the service's start counts where the service counts") {
  report handler;
  auto counted = std::make_shared<pawl::observe::metrics>();
  pawl::service jobs{on_memory(), handler};
  const auto me = jobs.as(ann);
  REQUIRE(jobs.start({.workers = 1, .metrics = counted}));
  const auto job = me.submit<report>({"a", 1});
  CHECK(me.wait(*job, 60s)->state == "succeeded");
  CHECK(to_prometheus(*counted).find("job_enqueue_total{job_type=\"acme.report.v1\"} 1\n") !=
        std::string::npos);
}

TEST_CASE("the health of a service may be asked for while it stops") {
  report handler;
  pawl::service jobs{on_memory(), handler};
  for (int i = 0; i < 10; ++i) {
    std::atomic<bool> over{false};
    std::jthread asking([&] {
      while (!over) static_cast<void>(jobs.health());
    });
    std::jthread submitting([&] {
      while (!over) static_cast<void>(jobs.as(ann).submit<report>({"a", 1}));
    });
    REQUIRE(jobs.start({.workers = 1, .grace = 1s, .high_watermark = 100 + i}));
    jobs.stop();
    over = true;
  }
}

TEST_CASE("the job types of a service can be enumerated", "[SVC-32]") {
  using registry = pawl::service<pawl::testing::memory_store<>, report, endless>::registry;
  STATIC_REQUIRE(registry::count == 2);
  const pawl::job_descriptor* info = registry::find("acme.report.v1");
  REQUIRE(info != nullptr);
  CHECK(info->restartable());
  CHECK(info->max_retries() == 2);
  CHECK(info->timeout == 5_min);
}
