// SPDX-License-Identifier: BSL-1.0
// What lost processes leave behind, and who takes it up.
#include <pawl/runtime/engine/maintenance.hpp>

#include <algorithm>

#include "runtime/fragile_store.hpp"

using namespace runtime_test;

TEMPLATE_TEST_CASE("the job of a process that died is found and run again, its attempt counted",
                   "[SVC-15][DECK-24]", PAWL_RUNTIME_STORES) {
  bench<report, TestType> b;
  int runs = 0;
  *b.handler.act = [&](report::context&, report_input) -> report::outcome<report_output> {
    ++runs;
    return report_output{"u"};
  };
  const auto job = b.submit(alfki);
  {
    // Another process takes it, and is never heard of again.
    auto doomed = pawl::testing::stepped_engine(b.jobs, {.workers = 1, .prefetch = 0});
    REQUIRE(doomed->enrol());
    REQUIRE(doomed->dispatch_once());
    REQUIRE(doomed->enter_one());
  }
  CHECK(b.record(job).state == "running");
  b.engine->run_until_idle();
  CHECK(runs == 0);
  b.clock.advance(61s);
  b.engine->maintain_once();
  b.engine->run_until_idle();
  CHECK(runs == 0);
  b.clock.advance(longest_backoff<report>);
  b.engine->run_until_idle();
  CHECK(runs == 1);
  CHECK(b.record(job).state == "succeeded");
  CHECK(b.record(job).attempt == 2);
}

TEMPLATE_TEST_CASE("a lost worker costs an attempt, and the last one ends the job", "[DECK-24]",
                   PAWL_RUNTIME_STORES) {
  bench<convert, TestType> b;
  const auto job = b.submit(deck_jobs::convert_input{"d", "s"});
  for (unsigned attempt = 1; attempt <= 3; ++attempt) {
    auto doomed = pawl::testing::stepped_engine(b.jobs, {.workers = 1, .prefetch = 0});
    REQUIRE(doomed->enrol());
    REQUIRE(doomed->dispatch_once());
    REQUIRE(doomed->enter_one());
    CHECK(b.record(job).attempt == attempt);
    b.clock.advance(61s);
    b.engine->maintain_once();
    CHECK(b.record(job).state == (attempt < 3 ? "pending" : "failed"));
    b.clock.advance(longest_backoff<convert>);
  }
  CHECK(b.record(job).error->code == "worker_lost");
  CHECK(b.me.dead_letter(job.id).has_value());
  CHECK(b.has_logged("worker_lost"));
}

TEMPLATE_TEST_CASE("jobs that were held but not begun come back uncharged", "",
                   PAWL_RUNTIME_STORES) {
  bench<report, TestType> b;
  std::vector<pawl::job_ref<report>> submitted;
  for (int i = 0; i < 4; ++i) submitted.push_back(b.submit(alfki));
  {
    auto doomed = pawl::testing::stepped_engine(b.jobs, {.workers = 4, .prefetch = 0});
    REQUIRE(doomed->enrol());
    REQUIRE(doomed->dispatch_once());
    CHECK(doomed->health().held == 4);
    REQUIRE(doomed->enter_one());
    CHECK(doomed->health().held == 3);
  }
  b.clock.advance(61s);
  b.engine->maintain_once();
  int charged = 0;
  for (const auto& job : submitted) {
    CHECK(b.record(job).state == "pending");
    charged += static_cast<int>(b.record(job).attempt);
  }
  CHECK(charged == 1);
}

TEST_CASE("dead letters are submitted again after a while, once each", "[DECK-21]") {
  bench<report> b(bench<report>::make(),
                  {.reprocess = pawl::reprocess_options{.after = 10min, .batch = 1}});
  bool broken = true;
  *b.handler.act = [&](report::context&, report_input) -> report::outcome<report_output> {
    if (broken) return report::fail<service_jobs::bad_input>("no");
    return report_output{"fixed"};
  };
  const auto first = b.submit(alfki);
  const auto second = b.submit(alfki);
  b.engine->run_until_idle();
  b.engine->maintain_once();
  CHECK_FALSE(b.me.dead_letter(first.id)->replayed_as.has_value());
  b.clock.advance(10min);
  b.engine->keep_once();
  // Another process does the same at the same time.
  auto other = pawl::testing::stepped_engine(
      b.jobs, {.reprocess = pawl::reprocess_options{.after = 10min, .batch = 1}});
  REQUIRE(other->enrol());
  b.engine->maintain_once();
  other->maintain_once();
  b.engine->maintain_once();
  const auto again = b.me.dead_letter(first.id)->replayed_as;
  REQUIRE(again.has_value());
  REQUIRE(b.me.dead_letter(second.id)->replayed_as.has_value());
  CHECK(b.me.list()->jobs.size() == 4);
  CHECK(b.has_logged("dead_letter_reprocessed"));
  // What fails again is for people.
  b.engine->run_until_idle();
  CHECK(b.me.status(*again)->state == "dead_lettered");
  CHECK(b.me.status(*again)->parent == first.id);
  b.clock.advance(60min);
  b.engine->keep_once();
  b.engine->maintain_once();
  CHECK(b.me.list()->jobs.size() == 4);
}

TEMPLATE_TEST_CASE("a time of day that is set is one line of the log", "", PAWL_RUNTIME_STORES) {
  bench<report, TestType> b;
  const auto lines = [&] {
    return std::count_if(b.log.begin(), b.log.end(), [](const auto& entry) {
      return entry.event == pawl::observe::event<"clock_jumped">;
    });
  };
  for (int i = 0; i < 3; ++i) {
    b.clock.advance(10min);
    b.engine->maintain_once();
  }
  CHECK(lines() == 0);
  for (const auto by : {-24h, 24h}) {
    b.log.clear();
    b.clock.jump(by);
    for (int i = 0; i < 3; ++i) b.engine->maintain_once();
    CHECK(lines() == 1);
  }
}

TEST_CASE("maintenance works off a backlog in transactions that stay small") {
  fragile_bench b;
  *b.handler.act = [](scripted::context&, report_input) -> scripted::outcome<report_output> {
    return report_output{};
  };
  constexpr std::size_t backlog = 1000;
  for (std::size_t i = 0; i < backlog; ++i) b.submit(alfki);
  b.engine->run_until_idle();
  b.submit(alfki);
  b.clock.advance(24h * 365);
  std::size_t rounds = 0;
  std::size_t deleted = 0;
  std::size_t most = 0;
  b.jobs.store().after = [&](auto batch) {
    for (const storage::operation_ptr& each : batch)
      if (const auto* op = each.template as<storage::prune>(); op != nullptr && op->answer) {
        ++rounds;
        deleted += op->answer->jobs;
        most = std::max(most, op->answer->jobs + op->answer->histories);
      }
  };
  b.engine->maintain_once();
  CHECK(deleted == backlog);
  CHECK(most <= 100);
  CHECK(rounds <= backlog / 100 + 1);
}

TEST_CASE("a clock that is set is told of while a backlog is worked off") {
  fragile_bench b;
  *b.handler.act = [](scripted::context&, report_input) -> scripted::outcome<report_output> {
    return report_output{};
  };
  for (int i = 0; i < 500; ++i) b.submit(alfki);
  b.engine->run_until_idle();
  b.engine->maintain_once();
  b.clock.advance(24h * 365);
  std::vector<bool> told;  // at each transaction of the backlog
  b.jobs.store().after = [&](auto batch) {
    for (const storage::operation_ptr& each : batch)
      if (each.template as<storage::prune>() != nullptr) {
        told.push_back(b.has_logged("clock_jumped"));
        if (told.size() == 2) b.clock.jump(24h);
        b.clock.advance(1h);
      }
  };
  b.engine->maintain_once();
  REQUIRE(told.size() > 3);
  CHECK_FALSE(told[1]);
  CHECK(told[2]);
}

TEST_CASE("a backlog leaves nine tenths of the time to others, unless it grows") {
  using pawl::runtime::rest_after;
  CHECK(rest_after(2ms, 0ms) == 18ms);
  CHECK(rest_after(2ms, -24h) == 18ms);
  CHECK(rest_after(2ms, 61s) == 2ms);
}
