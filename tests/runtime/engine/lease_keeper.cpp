// SPDX-License-Identifier: BSL-1.0
// Signs of life, and handlers that are asked to stop.
#include <latch>
#include <semaphore>

#include <pawl/runtime/engine/lease_keeper.hpp>

#include "runtime/fragile_store.hpp"

using namespace runtime_test;

namespace {

/// A coroutine that does not wait, but blocks its thread until the test lets it go.
struct blocking : pawl::job<"test.blocking", pawl::lifecycles::service,
                            pawl::timeout<50_ms, pawl::rescue_after<70_ms>>> {
  std::shared_ptr<std::counting_semaphore<>> begun = std::make_shared<std::counting_semaphore<>>(0);
  std::shared_ptr<std::latch> go_on = std::make_shared<std::latch>(1);
  pawl::task<outcome<void>> operator()(context&, report_input) const {
    begun->release();
    go_on->wait();
    co_return outcome<void>{};
  }
};

}  // namespace

TEMPLATE_TEST_CASE("a running job is told to stop and is cancelled when it does",
                   "[DECK-08][SVC-07]", PAWL_RUNTIME_STORES) {
  bench<report, TestType> b;
  *b.handler.act = [&](report::context& ctx, report_input) -> report::outcome<report_output> {
    CHECK_FALSE(ctx.stop_requested());
    CHECK(b.me.cancel(pawl::parse_job_id(ctx.job_id()).value()) == false);
    b.engine->keep_once();
    CHECK(ctx.stop_requested());
    return pawl::cancelled;
  };
  const auto job = b.submit(alfki);
  b.engine->run_until_idle();
  CHECK(b.record(job).state == "canceled");
  CHECK_FALSE(b.record(job).has_result);
}

TEMPLATE_TEST_CASE("a job that was cancelled while an engine held it is not entered any more",
                   "[DECK-08][SVC-07]", PAWL_RUNTIME_STORES) {
  bench<report, TestType> b;
  std::vector<pawl::job_ref<report>> jobs;
  std::vector<std::string> entered;
  *b.handler.act = [&](report::context& ctx, report_input) -> report::outcome<report_output> {
    entered.emplace_back(ctx.job_id());
    if (entered.size() > 1) return report_output{};
    CHECK(b.engine->health().held == 2);
    CHECK(b.me.cancel(jobs[1]) == true);
    b.clock.advance(1s);  // no heartbeat, and no look of the keeper's
    return report_output{};
  };
  for (int i = 0; i < 3; ++i) jobs.push_back(b.submit(alfki));
  b.engine->run_until_idle();
  CHECK(entered == names{to_string(jobs[0].id), to_string(jobs[2].id)});
  CHECK(b.record(jobs[1]).state == "canceled");
  CHECK(b.record(jobs[2]).state == "succeeded");
  CHECK(b.engine->health().held == 0);
}

TEST_CASE("a cancelled job hears of it within a second, whatever its lease is", "[SVC-07]") {
  // How often a keeper looks is all that stands between the two: the first look tells the handler,
  // as above, and it does not wait for a heartbeat.
  manual_clock clock;
  const auto handler = bench<report>::make();
  pawl::service jobs{on_memory{}.make(clock), handler};
  const auto interval = [&](const pawl::service_options& options) {
    pawl::runtime::engine_core core(jobs.store(), {pawl::runtime::runner_of(handler)}, options,
                                    pawl::runtime::make_worker_pool(1),
                                    std::make_shared<pawl::observe::metrics>(), {});
    CHECK(core.heartbeat == 20s);
    return pawl::runtime::lease_keeper(core).check_interval();
  };
  CHECK(interval({}) < 1s);
  CHECK(interval({.lease_check_interval = 20ms}) == 20ms);
}

TEMPLATE_TEST_CASE("a job that runs too long is told to stop and ends as a timeout", "[SVC-13]",
                   PAWL_RUNTIME_STORES) {
  bench<report, TestType> b;
  int runs = 0;
  *b.handler.act = [&](report::context& ctx, report_input) -> report::outcome<report_output> {
    ++runs;
    // Its process gives signs of life all the time.
    for (int minute = 0; minute < 6; ++minute) {
      b.clock.advance(59s);
      b.engine->keep_once();
    }
    CHECK(ctx.stop_requested());
    return pawl::cancelled;
  };
  const auto job = b.submit(alfki);
  b.engine->run_until_idle();
  CHECK(b.record(job).error->code == "timeout");
  b.live_on();
  CHECK(runs == 3);
  CHECK(b.record(job).state == "dead_lettered");
}

TEMPLATE_TEST_CASE("a handler that ignores its stop token loses its job and its slot", "[SVC-13]",
                   PAWL_RUNTIME_STORES) {
  bench<report, TestType> b;
  *b.handler.act = [&](report::context&, report_input) -> report::outcome<report_output> {
    for (int minute = 0; minute < 7; ++minute) {
      b.clock.advance(59s);
      b.engine->keep_once();
    }
    return report_output{"too late"};
  };
  pawl::submit_options once;
  once.retry.max_attempts = 1;
  const auto job = b.submit(alfki, once);
  b.engine->run_until_idle();
  CHECK(b.engine->health().stuck == 1);
  CHECK(b.record(job).state == "dead_lettered");
  CHECK(b.record(job).error->code == "timeout");
  CHECK_FALSE(b.record(job).has_result);
}

TEMPLATE_TEST_CASE(
    "a job that the store holds for an engine that knows nothing of it is given back", "",
    PAWL_RUNTIME_STORES) {
  bench<report, TestType> b;
  const auto job = b.submit(alfki);
  // The answer to this claim got lost.
  REQUIRE(pawl::storage::apply_one(
      b.jobs.store(), pawl::storage::claim{b.engine->owner(), {&pawl::type_of<report>}, 1, 0}));
  CHECK(b.record(job).state == "running");
  b.engine->keep_once();
  CHECK(b.record(job).state == "running");  // it may be on its way
  b.engine->keep_once();
  CHECK(b.record(job).phase == pawl::phase::ready);
  CHECK(b.record(job).attempt == 0);
}

TEST_CASE("a job whose worker could not reach the store for a while is not cancelled by that") {
  fragile_bench b;
  *b.handler.act = [&](scripted::context& ctx, report_input) -> scripted::outcome<report_output> {
    if (ctx.attempt() == 1 && ctx.fence() == 1) {
      b.jobs.store().fails = true;
      b.clock.advance(45s);
      b.engine->keep_once();
      b.jobs.store().fails = false;
      ctx.stop_here();
    }
    return report_output{"done"};
  };
  const auto job = b.submit(alfki);
  b.engine->run_until_idle();
  CHECK(b.me.status(job)->state == "succeeded");
  CHECK(b.me.status(job)->attempt == 1);
}

TEST_CASE("a coroutine that blocks a worker loses its job, and another worker takes its place") {
  blocking stuck;
  scripted plain;
  *plain.act = [](scripted::context&, report_input) -> scripted::outcome<report_output> {
    return report_output{};
  };
  pawl::service jobs{std::make_unique<living>(), stuck, plain};
  REQUIRE(jobs.start({.workers = 1, .lease_check_interval = 20ms}));
  const auto me = jobs.as(ann);
  REQUIRE(me.submit<blocking>(alfki));
  stuck.begun->acquire();
  CHECK(me.wait(*me.submit<scripted>(alfki), 20s)->state == "succeeded");
  stuck.go_on->count_down();
}
