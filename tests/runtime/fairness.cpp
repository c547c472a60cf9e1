// SPDX-License-Identifier: BSL-1.0
// Many engines on one store.
#include <atomic>

#include <pawl/observe/metrics.hpp>

#include "bench.hpp"

namespace {

using namespace runtime_test;
using system_store = pawl::testing::memory_store<pawl::system_clock>;

struct tick : pawl::job<"test.tick", pawl::lifecycles::service> {
  std::shared_ptr<std::atomic<int>> runs = std::make_shared<std::atomic<int>>(0);
  outcome<void> operator()(context&, report_input) const {
    ++*runs;
    return {};
  }
};

}  // namespace

TEST_CASE("fifty engines ask at most twice for each job, however the jobs come") {
  const bool at_once = GENERATE(true, false);
  const tick handler;
  pawl::service jobs{std::make_unique<system_store>(), handler};
  std::vector<std::unique_ptr<pawl::runtime::engine>> engines;
  std::vector<std::shared_ptr<pawl::runtime::worker_pool>> pools;
  const auto metrics = std::make_shared<pawl::observe::metrics>();
  // Nobody asks by himself: every question is an answer to an announcement.
  const pawl::service_options options{.workers = 1, .prefetch = 0, .poll = 1h};
  for (int i = 0; i < 50; ++i) {
    pools.push_back(pawl::runtime::make_worker_pool(1U));
    engines.push_back(std::make_unique<pawl::runtime::engine>(
        jobs.store(),
        pawl::detail::light_vector<pawl::runtime::runner>{pawl::runtime::runner_of(handler)},
        options, metrics, pools.back()));
    REQUIRE(engines.back()->start());
    REQUIRE(pawl::runtime::start_workers(*pools.back()));
  }
  const auto asked = [&] {
    std::uint64_t sum = 0;
    for (const auto& each : engines) sum += each->health().claims;
    return sum;
  };
  // Each asks once when it begins.
  while (asked() < 50) std::this_thread::yield();
  const std::uint64_t before = asked();

  constexpr int count = 500;
  const auto me = jobs.as({.tenant = "acme", .user = "ann", .organisation = {}});
  const std::vector<report_input> inputs(count, alfki);
  if (at_once)
    for (const auto& each : me.submit_all<tick>(inputs)) REQUIRE(each);  // one announcement
  else
    for (const report_input& each : inputs) REQUIRE(me.submit<tick>(each));
  while (jobs.store().count(pawl::storage::scope::every_tenant())->in(pawl::phase::terminal) !=
         count)
    std::this_thread::yield();
  CHECK(*handler.runs == count);
  CHECK(asked() - before <= 2 * count);
  for (auto& each : engines) each->stop(1s);
  for (auto& each : pools) pawl::runtime::stop_workers(*each);
}

TEST_CASE("a tenant with a long queue does not keep another one waiting") {
  bench<report> b(bench<report>::make(), {.workers = 2, .prefetch = 0});
  names order;
  *b.handler.act = [&](report::context& ctx, report_input) -> report::outcome<report_output> {
    order.push_back(ctx.requested_by().tenant);
    return report_output{};
  };
  for (int i = 0; i < 1000; ++i) b.submit(alfki);
  const auto other = b.jobs.as({.tenant = "initech", .user = "bob", .organisation = {}});
  for (int i = 0; i < 10; ++i) REQUIRE(other.submit<report>(alfki));
  b.engine->run_until_idle();
  const auto last = std::find(order.rbegin(), order.rend(), "initech");
  CHECK(order.rend() - last <= 22);
}

TEST_CASE("a low job is not starved by high ones: it becomes more urgent as it waits",
          "[DECK-31]") {
  bench<convert> b(bench<convert>::make(), {.workers = 1, .prefetch = 0});
  names order;
  *b.handler.act = [&](convert::context&,
                       deck_jobs::convert_input in) -> convert::outcome<deck_jobs::convert_output> {
    order.push_back(in.source_uri);
    return deck_jobs::convert_output{"deck", 1};
  };
  int documents = 0;
  const auto submit = [&](const char* priority) {
    b.submit(deck_jobs::convert_input{"d" + std::to_string(documents++), priority},
             {.priority = priority});
  };
  submit("normal");
  // One of the urgent ones comes for each that runs: without aging the other would wait for ever.
  for (int i = 0; i < 200 && std::find(order.begin(), order.end(), "normal") == order.end(); ++i) {
    submit("high");
    b.clock.advance(10s);
    b.engine->keep_once();
    b.engine->dispatch_once();
    b.engine->run_one();
  }
  CHECK(std::find(order.begin(), order.end(), "normal") != order.end());
  CHECK(order.front() == "high");
}
