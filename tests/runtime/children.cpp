// SPDX-License-Identifier: BSL-1.0
// Jobs that handlers submit with their own end, and what operators say of job types.
#include <pawl/runtime/submit.hpp>

#include <condition_variable>

#include <pawl/testing/crash_everywhere.hpp>
#include <pawl/testing/recorded_attempt.hpp>

#include "children.hpp"

using namespace runtime_test;
namespace same = runtime_test::children;

TEMPLATE_TEST_CASE("jobs that a handler submits are committed with its end", "",
                   PAWL_RUNTIME_STORES) {
  same::they_are_committed_with_the_end<TestType>();
}
TEMPLATE_TEST_CASE("jobs that a handler submits are not there unless it succeeds", "",
                   PAWL_RUNTIME_STORES) {
  same::only_a_success_brings_them<TestType>();
}
TEMPLATE_TEST_CASE("a job that the store refuses fails the attempt that submits it", "",
                   PAWL_RUNTIME_STORES) {
  same::what_the_store_refuses_fails_the_attempt<TestType>();
}
TEMPLATE_TEST_CASE("what is wrong with a job by itself is said at once", "", PAWL_RUNTIME_STORES) {
  same::what_is_wrong_by_itself_is_said_at_once<TestType>();
}
TEMPLATE_TEST_CASE("a handler submits jobs that other processes run", "", PAWL_RUNTIME_STORES) {
  same::others_may_run_them<TestType>();
}
TEMPLATE_TEST_CASE("several ends bring their jobs in one commit", "", PAWL_RUNTIME_STORES) {
  same::an_answer_that_was_lost_makes_nothing_twice<TestType>();
}
TEMPLATE_TEST_CASE("a paused type waits in every process", "", PAWL_RUNTIME_STORES) {
  same::a_paused_type_waits_in_every_process<TestType>();
}
TEMPLATE_TEST_CASE("a drained type is worked off", "", PAWL_RUNTIME_STORES) {
  same::a_drained_type_is_worked_off<TestType>();
}
TEMPLATE_TEST_CASE("a job is put off, or made due", "", PAWL_RUNTIME_STORES) {
  same::a_job_is_put_off_or_made_due<TestType>();
}
TEMPLATE_TEST_CASE("a timeout of its own is kept to", "", PAWL_RUNTIME_STORES) {
  same::a_timeout_of_its_own_is_kept_to<TestType>();
}

namespace {

/// Splits until there is nothing left to split.
struct spread : pawl::job<"test.spread", pawl::lifecycles::deck,
                          pawl::retry<pawl::attempts<3>, pawl::fixed<1_s>, pawl::no_jitter>> {
  outcome<void> operator()(context& ctx, int depth) const {
    for (int i = 0; i < 2 && depth > 0; ++i)
      if (!ctx.submit<spread>(depth - 1)) return fail<pawl::error::internal_bug>("refused");
    return {};
  }
};

/// A coroutine that does the same.
struct spread_slowly : pawl::job<"test.spread_slowly", pawl::lifecycles::deck> {
  pawl::task<outcome<void>> operator()(context& ctx, int depth) const {
    for (int i = 0; i < 2 && depth > 0; ++i)
      if (!ctx.submit<spread_slowly>(depth - 1))
        co_return fail<pawl::error::internal_bug>("refused");
    co_return outcome<void>{};
  }
};

/// In memory, and what it submits too.
struct passing : pawl::job<"test.passing", pawl::lifecycles::deck, pawl::ephemeral<>> {
  std::shared_ptr<int> runs = std::make_shared<int>(0);
  outcome<void> operator()(context& ctx, int left) const {
    ++*runs;
    if (left > 0 && !ctx.submit<passing>(left - 1))
      return fail<pawl::error::internal_bug>("refused");
    return {};
  }
};

template <class Bench>
std::string flaw_of_tree(Bench& jobs, const pawl::job_id& root, int depth) {
  const auto below = jobs.submitted_by(root);
  if (below.size() != (depth == 0 ? 0U : 2U))
    return "a job has " + std::to_string(below.size()) + " children";
  for (const pawl::job_record& each : below) {
    if (each.state != "succeeded") return "one of them is " + each.state;
    if (std::string flaw = flaw_of_tree(jobs, each.id, depth - 1); !flaw.empty()) return flaw;
  }
  return {};
}

}  // namespace

TEST_CASE("wherever a process dies, a fan-out is there as a whole or not at all") {
  const auto report = pawl::testing::crash_everywhere(
      pawl::testing::crash_plan<spread>{.handler = [] { return spread{}; },
                                        .input = 2,
                                        .check = [](auto& jobs, const auto& job) -> std::string {
                                          if (jobs.state(job) != "succeeded")
                                            return "it is " + jobs.state(job);
                                          return flaw_of_tree(jobs, job.id, 2);
                                        }});
  INFO(report);
  CHECK(report.ok());
  CHECK(report.points > 10);
}

TEST_CASE("a coroutine's jobs are committed with its end") {
  pawl::testing::workbench jobs{spread_slowly{}};
  const auto job = jobs.submit<spread_slowly>(3);
  CHECK(jobs.run_to_end());
  CHECK(flaw_of_tree(jobs, job.id, 3) == "");
  CHECK(jobs.runs<spread_slowly>() == 15);
}

TEST_CASE("an ephemeral job submits ephemeral ones") {
  const passing handler{};
  pawl::testing::workbench jobs{handler};
  const auto job = jobs.submit<passing>(3);
  jobs.run();
  CHECK(*handler.runs == 4);
  CHECK(jobs.submitted_by(job.id).size() == 1);
}

TEST_CASE("a lost answer to an end makes its jobs once") {
  pawl::testing::workbench jobs{spread{}};
  const auto job = jobs.submit<spread>(1);
  jobs.lose_reply<pawl::storage::settle>();
  CHECK(jobs.run_to_end());
  CHECK(flaw_of_tree(jobs, job.id, 1) == "");
  CHECK(jobs.runs<spread>() == 3);
}

TEST_CASE("a handler by itself shows what it submits") {
  pawl::testing::recorded_attempt run;
  run.correlated = "order 7";
  spread::context ctx(run);
  CHECK(spread{}(ctx, 1).error() == nullptr);
  REQUIRE(run.submitted.size() == 2);
  CHECK(run.submitted[0].type == &pawl::type_of<spread>);
  CHECK(run.submitted[0].payload.view() == "0");
  CHECK(run.submitted[0].who.tenant == "tenant");
  CHECK(run.submitted[0].correlation == "order 7");
}

namespace {

/// A service with threads of its own that asks for work when it is told to, and at no other time.
struct calm {
  struct bell : pawl::job<"test.bell", pawl::lifecycles::deck> {
    std::shared_ptr<std::atomic<int>> rung = std::make_shared<std::atomic<int>>(0);
    outcome<void> operator()(context&, int) const {
      ++*rung;
      rung->notify_all();
      return {};
    }
  };
  using store = pawl::testing::memory_store<pawl::system_clock>;
  bell handler{};
  pawl::service<store, bell> jobs{std::make_unique<store>(), handler};
  pawl::session<store, bell> me = jobs.as({.tenant = "acme"});
  calm() { REQUIRE(jobs.start({.workers = 2, .poll = 1h})); }
};

}  // namespace

TEST_CASE("an idle process hears that a type is resumed") {
  calm c;
  REQUIRE(c.jobs.pause<calm::bell>());
  const auto job = *c.me.submit<calm::bell>(1);
  const auto next = c.jobs.as({.tenant = "acme"}).wait(job, 50ms);
  CHECK(next->phase == pawl::phase::ready);
  REQUIRE(c.jobs.resume<calm::bell>());
  CHECK(c.me.wait(job, 20s)->state == "succeeded");
}

TEST_CASE("an idle process hears that a job is due earlier") {
  calm c;
  const auto job = *c.me.submit<calm::bell>(1, {.delay = 1h});
  CHECK(c.me.wait(job, 50ms)->phase == pawl::phase::scheduled);
  REQUIRE(c.me.reschedule(job, {.delay = 20ms}));
  CHECK(c.me.wait(job, 20s)->state == "succeeded");
}

TEST_CASE("what was said of a type is there when a file is opened again") {
  const support::fresh_directory directory;
  const manual_clock clock;
  const auto open = [&] {
    return pawl::storage::sqlite<manual_clock>::open(directory / "jobs.db", {}, clock).value();
  };
  {
    pawl::service jobs{open(), same::page{}};
    REQUIRE(jobs.pause<same::page>());
    REQUIRE(jobs.drain<same::page>());
  }
  pawl::service jobs{open(), same::page{}};
  CHECK(*jobs.control<same::page>() == pawl::storage::type_control{true, true});
  // Another process says so while this one has it open.
  pawl::service other{open(), same::page{}};
  REQUIRE(other.resume<same::page>());
  CHECK(*jobs.control<same::page>() == pawl::storage::type_control{});
  CHECK(jobs.as({.tenant = "acme"}).submit<same::page>({"Emma", 1}));
  REQUIRE(other.drain<same::page>());
  CHECK_FALSE(jobs.as({.tenant = "acme"}).submit<same::page>({"Emma", 2}));
}
