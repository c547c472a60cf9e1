// SPDX-License-Identifier: BSL-1.0
// Handlers that are told of the ends of their jobs.
#include <functional>
#include <latch>

#include "runtime/fragile_store.hpp"

using namespace runtime_test;

namespace {

struct telling : pawl::job<"test.telling", pawl::lifecycles::service> {
  std::shared_ptr<std::function<void()>> told = std::make_shared<std::function<void()>>();
  outcome<void> operator()(context&, report_input) const { return {}; }
  void on_success(const report_input&) const { (*told)(); }
};

}  // namespace

TEMPLATE_TEST_CASE("on_success and on_failure are called once the end is stored", "[SVC-14]",
                   PAWL_RUNTIME_STORES) {
  bench<report, TestType> b;
  *b.handler.act = [](report::context&, report_input in) -> report::outcome<report_output> {
    if (in.year < 0) return report::fail<service_jobs::bad_input>("no");
    return report_output{"u"};
  };
  b.submit(alfki);
  b.submit(report_input{"BAD", -1});
  b.engine->run_until_idle();
  CHECK(b.handler.told->empty());
  b.engine->maintain_once();
  CHECK(*b.handler.told == names{"success ALFKI u", "failure BAD bad_input"});
  b.engine->maintain_once();
  CHECK(b.handler.told->size() == 2);
}

TEMPLATE_TEST_CASE("a handler is told of a job's end also if the process that ended it is gone",
                   "[SVC-14]", PAWL_RUNTIME_STORES) {
  bench<report, TestType> b;
  *b.handler.act = [](report::context&, report_input) -> report::outcome<report_output> {
    return report_output{"u"};
  };
  b.submit(alfki);
  {
    auto doomed = pawl::testing::stepped_engine(b.jobs, {.workers = 1});
    REQUIRE(doomed->enrol());
    doomed->run_until_idle();
  }
  CHECK(b.handler.told->empty());
  b.engine->maintain_once();
  CHECK(*b.handler.told == names{"success ALFKI u"});
}

TEST_CASE("a handler is told of a failure that is found out after a restart, on the file reopened",
          "[SVC-14][SVC-15]") {
  const on_sqlite place;
  manual_clock clock;
  const auto handler = bench<report>::make();
  *handler.act = [](report::context&, report_input) -> report::outcome<report_output> {
    return report::fail<service_jobs::bad_input>("no");
  };
  pawl::submit_options once;
  once.retry.max_attempts = 1;
  {
    pawl::service jobs{place.make(clock), handler};
    const auto me = jobs.as(ann);
    REQUIRE(me.submit<report>({"FAILED", 1}, once));
    auto first = pawl::testing::stepped_engine(jobs, {.workers = 1});
    REQUIRE(first->enrol());
    first->run_until_idle();
    REQUIRE(me.submit<report>({"LOST", 1}, once));
    first->dispatch_once();
    REQUIRE(first->enter_one());  // and is gone, with a callback untold and a job unended
  }
  CHECK(handler.told->empty());
  pawl::service jobs{place.make(clock), handler};
  auto second = pawl::testing::stepped_engine(jobs, {.workers = 1});
  REQUIRE(second->enrol());
  second->maintain_once();
  CHECK(*handler.told == names{"failure FAILED bad_input"});
  clock.advance(2min);
  second->maintain_once();
  second->maintain_once();
  CHECK(*handler.told == names{"failure FAILED bad_input", "failure LOST worker_lost"});
}

TEST_CASE("a service that stops does not tell handlers of all that has ended before") {
  telling handler;
  pawl::service jobs{std::make_unique<living>(), handler};
  const auto me = jobs.as(ann);
  for (int i = 0; i < 200; ++i) REQUIRE(me.submit<telling>(alfki));
  {
    const auto engine = pawl::testing::stepped_engine(jobs);
    REQUIRE(engine->enrol());
    engine->run_until_idle();
  }
  std::atomic<int> told{0};
  std::latch first{1};
  std::latch started{1};
  *handler.told = [&] {
    if (told++ == 0) first.count_down();
    started.wait();
    while (jobs.health().running) std::this_thread::yield();
  };
  std::jthread stopping([&] {
    first.wait();
    started.wait();
    jobs.stop();
  });
  REQUIRE(jobs.start({.workers = 1}));
  started.count_down();
  stopping.join();
  CHECK(told < 200);
}
