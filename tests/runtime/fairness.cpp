// SPDX-License-Identifier: BSL-1.0
// Many engines on one store.
#include <algorithm>
#include <atomic>
#include <functional>

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

/// A job of one input, whose handler does nothing; how many run at once is its policy's affair.
template <pawl::fixed_string Id, class... Policies>
struct idle : pawl::job<Id, pawl::lifecycles::service, Policies...> {
  using base = pawl::job<Id, pawl::lifecycles::service, Policies...>;
  typename base::template outcome<void> operator()(typename base::context&,
                                                   const report_input&) const {
    return {};
  }
};
using quick = idle<"test.quick">;

/// What runs of two types when many long jobs came first, with three workers.
template <class Long, class Place>
void with_many_of(const std::function<void(std::size_t, std::size_t)>& judge) {
  manual_clock clock;
  const Place place{};
  pawl::service jobs{place.make(clock), Long{}, quick{}};
  auto engine = pawl::testing::stepped_engine(jobs, {.workers = 3, .prefetch = 0});
  REQUIRE(engine->enrol());
  const auto me = jobs.as({.tenant = "acme", .user = "ann", .organisation = {}});
  for (int i = 0; i < 20; ++i) REQUIRE(me.template submit<Long>(alfki));
  engine->dispatch_once();
  while (engine->enter_one()) {
  }
  std::vector<pawl::job_ref<quick>> quick_ones;
  for (int i = 0; i < 5; ++i) quick_ones.push_back(me.template submit<quick>(alfki).value());
  engine->dispatch_once();
  while (engine->enter_one()) {
  }
  const auto running = [&](std::string_view handler) {
    pawl::storage::list_filter filter{.handler = std::string(handler), .states = {"running"}};
    return me.list(filter)->jobs.size();
  };
  judge(running("test.long"), running("test.quick"));
}

}  // namespace

TEMPLATE_TEST_CASE("long jobs that are bounded leave a worker to the short ones", "[SVC-39]",
                   PAWL_RUNTIME_STORES) {
  using unbounded = idle<"test.long">;
  using bounded = idle<"test.long", pawl::limits<pawl::concurrent<2>>>;
  with_many_of<unbounded, TestType>([](std::size_t long_ones, std::size_t quick_ones) {
    CHECK(long_ones == 3);
    CHECK(quick_ones == 0);
  });
  with_many_of<bounded, TestType>([](std::size_t long_ones, std::size_t quick_ones) {
    CHECK(long_ones == 2);
    CHECK(quick_ones == 1);
  });
}

TEST_CASE("short jobs run one after the other while long ones hold their bound", "[SVC-39]") {
  struct endless
      : pawl::job<"test.endless", pawl::lifecycles::service, pawl::limits<pawl::concurrent<2>>> {
    std::shared_ptr<std::atomic<int>> inside = std::make_shared<std::atomic<int>>(0);
    outcome<void> operator()(context& ctx, const report_input&) const {
      ++*inside;
      while (!ctx.stop_requested()) std::this_thread::yield();
      --*inside;
      return pawl::cancelled;
    }
  };
  const endless handler;
  const tick ticks;
  pawl::service jobs{std::make_unique<system_store>(), handler, ticks};
  REQUIRE(jobs.start({.workers = 3, .grace = 1h}));
  const auto me = jobs.as({.tenant = "acme", .user = "ann", .organisation = {}});
  for (int i = 0; i < 10; ++i) REQUIRE(me.submit<endless>(alfki));
  while (*handler.inside != 2) std::this_thread::yield();
  for (int i = 0; i < 20; ++i) {
    const auto job = me.submit<tick>(alfki);
    REQUIRE(me.wait(*job, 60s)->state == "succeeded");
    CHECK(*handler.inside == 2);
  }
  jobs.stop();
}

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
