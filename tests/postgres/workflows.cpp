// SPDX-License-Identifier: BSL-1.0
// Workflows and unique jobs on PostgreSQL: what runtime/workflow.cpp does on the other stores, what
// they cost in round trips, and what holds when many submit at once.
#include "support/catch.hpp"

#include <unistd.h>

#include <atomic>
#include <latch>
#include <set>
#include <thread>

#include <pawl/testing/crash_everywhere.hpp>
#include <pawl/testing/postgres_store.hpp>
#include <pawl/testing/storage/bench.hpp>

#include "../support/flow_jobs.hpp"

namespace {

using namespace flow_jobs;
namespace jobs = pawl::testing::law_jobs;
using pawl::testing::manual_clock;
using postgres = pawl::testing::postgres_store;

struct desk {
  bench<postgres> jobs{std::shared_ptr<postgres>(pawl::testing::fresh_postgres_store()),
                       fetch{},
                       parse{},
                       merge{},
                       note{},
                       sum{}};
};

TEST_CASE("a workflow on PostgreSQL is submitted whole, and runs in order", "[workflow][pooled]") {
  desk on;
  a_workflow_is_submitted_whole(on.jobs);
}
TEST_CASE("on PostgreSQL an input waits for the outputs that it holds", "[workflow]") {
  desk on;
  an_input_waits_for_the_outputs_that_it_holds(on.jobs);
}
TEST_CASE("on PostgreSQL a failed dependency cancels who holds its output, or is told",
          "[workflow]") {
  desk on;
  a_failed_dependency_cancels_or_is_told(on.jobs);
}
TEST_CASE("on PostgreSQL a pruned output is an error of its own", "[workflow]") {
  desk on;
  a_pruned_output_is_an_error_of_its_own(on.jobs);
}
TEST_CASE("on PostgreSQL a join of a thousand reads all their outputs", "[workflow]") {
  desk on;
  a_join_of_a_thousand(on.jobs);
}

TEST_CASE("a fan-out with a join on PostgreSQL survives a crash at every commit",
          "[workflow][crash]") {
  pawl::testing::crash_plan<sum, postgres> plan;
  plan.handler = [] { return sum{}; };
  plan.submit = [](auto& on) {
    pawl::workflow flow{on.session()};
    std::vector<decltype(flow.template add<sum>({}))> parts;
    for (int i = 1; i <= 2; ++i) parts.push_back(flow.template add<sum>({.own = i}));
    auto all = flow.template add<sum>({.own = 0, .of = pawl::all_of(parts)});
    if (!flow.submit()) throw std::runtime_error("the workflow was refused");
    return pawl::job_ref<sum>{all.id};
  };
  plan.check = [](auto& on, const auto& job) -> std::string {
    const auto all = on.result(job);
    return all && *all == 3 ? "" : "the join has come to something else";
  };
  plan.store = [](manual_clock clock) {
    return std::shared_ptr<postgres>(pawl::testing::fresh_postgres_store(clock));
  };
  // Each point is a schema of its own; the other moments are tried on the other stores.
  plan.moments = {pawl::testing::crash_moment::before_commit,
                  pawl::testing::crash_moment::reply_lost};
  const auto crashes = pawl::testing::crash_everywhere(plan);
  INFO(crashes);
  CHECK(crashes.ok());
}

struct counted {
  manual_clock clock{};
  std::unique_ptr<postgres> store = pawl::testing::fresh_postgres_store(clock);
  pawl::testing::storage_bench on{*store, clock};
  int made = 0;

  // The tenant is known from here on.
  counted() { on.done(pawl::storage::cancel{.scope = on.mine(), .id = on.submit(jobs::plain)}); }

  std::uint64_t rounds_of(std::span<const pawl::storage::operation_ptr> batch) {
    const auto before = store->counts();
    store->apply(batch);
    const auto after = store->counts();
    for (const auto& each : batch) {
      if (!each.answer()) UNSCOPED_INFO(describe(each.answer().error()));
      CHECK(each.answer());
    }
    CHECK(after.unforeseen == before.unforeseen);
    CHECK(after.reruns == before.reruns);
    return after.rounds - before.rounds;
  }
  std::uint64_t rounds_of_submissions(const pawl::job_descriptor& type, int count, bool again) {
    std::vector<pawl::storage::submit> ops;
    for (int i = 0; i < count; ++i) {
      ops.push_back(on.request(type));
      ops.back().unique = std::to_string(again ? made - count + i : made + i);
    }
    if (!again) made += count;
    std::vector<pawl::storage::operation_ptr> batch;
    for (auto& each : ops) batch.emplace_back(&each);
    return rounds_of(batch);
  }
};

TEST_CASE("submissions of unique jobs cost two rounds, and three where a waiting job moves",
          "[workflow]") {
  counted c;
  for (const int size : {1, 10, 100}) {
    CHECK(c.rounds_of_submissions(jobs::only, size, false) == 2);
    CHECK(c.rounds_of_submissions(jobs::only, size, true) == 2);
    for (const auto* type : {&jobs::replaced, &jobs::debounced}) {
      CHECK(c.rounds_of_submissions(*type, size, false) <= 3);
      CHECK(c.rounds_of_submissions(*type, size, true) == 3);
    }
  }
}

TEST_CASE("a workflow costs as many rounds however many jobs it has", "[workflow]") {
  counted c;
  for (const int size : {1, 10, 100, 1000}) {
    pawl::storage::submit_whole op;
    op.jobs.push_back(c.on.request(jobs::other));
    std::vector<pawl::job_id> parts;
    for (int i = 0; i < size; ++i) {
      op.jobs.push_back(c.on.request(jobs::plain));
      op.jobs.back().depends_on = {op.jobs.front().id};
      parts.push_back(op.jobs.back().id);
    }
    op.jobs.push_back(c.on.request(jobs::gathering));
    op.jobs.back().depends_on = parts;
    const pawl::storage::operation_ptr one[] = {&op};
    CHECK(c.rounds_of(one) <= 3);
  }
}

TEST_CASE("one living job for each unique value, whichever process submits it",
          "[workflow][pooled]") {
  using store_type = pawl::storage::postgres<manual_clock>;
  static int made = 0;
  const std::string schema = "unique_" + std::to_string(::getpid()) + '_' + std::to_string(++made);
  manual_clock clock;
  std::vector<std::unique_ptr<store_type>> stores;
  std::vector<std::unique_ptr<pawl::testing::storage_bench>> benches;
  for (int i = 0; i < 4; ++i) {
    auto opened = store_type::open("", {.schema = schema}, clock);
    REQUIRE(opened);
    stores.push_back(*std::move(opened));
    benches.push_back(std::make_unique<pawl::testing::storage_bench>(*stores.back(), clock));
  }
  constexpr int values = 40;
  std::atomic<int> created{0};
  std::atomic<int> refused{0};
  std::atomic<int> replaced{0};
  std::latch begin(4);
  std::vector<std::thread> threads;
  for (int number = 0; number < 4; ++number)
    threads.emplace_back([&, number] {
      auto& on = *benches[static_cast<std::size_t>(number)];
      begin.arrive_and_wait();
      for (int i = 0; i < values; ++i) {
        const std::string value = std::to_string((i + number * 7) % values);
        for (const auto* type : {&jobs::only, &jobs::replaced}) {
          pawl::storage::submit op = on.request(*type);
          op.unique = value;
          on.store.apply_one(op);
          if (!op.answer)
            ++refused;
          else if (op.answer->created)
            ++(type == &jobs::only ? created : replaced);
        }
      }
    });
  for (std::thread& each : threads) each.join();
  CHECK(refused == 0);
  CHECK(created == values);
  CHECK(replaced == 4 * values);
  const auto all = benches[0]->read(benches[0]->store.count(benches[0]->everyone()));
  CHECK(all.waiting() == 2 * values);
}

}  // namespace
