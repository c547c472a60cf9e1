// SPDX-License-Identifier: BSL-1.0
// The workbench as its users use it: with handlers of their own.
#include <functional>
#include <sstream>

#include <pawl/testing/sqlite_store.hpp>
#include <pawl/testing/workbench.hpp>

#include "../../examples/jobs/deck.hpp"
#include "../../examples/jobs/service.hpp"
#include "../support/catch.hpp"

namespace {

using namespace std::chrono_literals;
using pawl::testing::workbench;
using service_jobs::report_input;
using service_jobs::report_output;
using names = std::vector<std::string>;

/// Makes reports; what it is to do differently, a test puts into `act`.
struct report : service_jobs::report_job {
  std::shared_ptr<std::function<void(context&)>> act =
      std::make_shared<std::function<void(context&)>>();
  std::shared_ptr<names> told = std::make_shared<names>();

  outcome<report_output> operator()(context& ctx, report_input in) const {
    if (*act) (*act)(ctx);
    if (ctx.stop_requested()) return pawl::cancelled;
    return report_output{"https://reports/" + in.customer};
  }
  void on_success(const report_input& in, const report_output&) const {
    told->push_back("success " + in.customer);
  }
  void on_failure(const report_input& in, const pawl::job_error& why) const {
    told->push_back("failure " + in.customer + ' ' + std::string(std::string_view(why.code)));
  }
};

struct summary : pawl::job<"test.summary", pawl::lifecycles::service,
                           pawl::errors<pawl::error::network_timeout>> {
  outcome<int> operator()(context&, report_input in) const { return in.year; }
};

struct awaiting : pawl::job<"test.awaiting", pawl::lifecycles::service,
                            pawl::errors<pawl::error::network_timeout>> {
  static pawl::task<int> next(int number) { co_return number + 1; }
  pawl::task<outcome<int>> operator()(context&, report_input in) const {
    co_return co_await next(in.year);
  }
};

/// Takes its input away, and gives it back as its output.
struct taker : pawl::job<"test.taker", pawl::lifecycles::service, pawl::ephemeral<>,
                         pawl::retry<pawl::attempts<1>>> {
  outcome<std::unique_ptr<int>> operator()(context&, std::unique_ptr<int> in) const {
    ++*in;
    return in;
  }
};

/// Looks at an input that is not its own.
struct looker : pawl::job<"test.looker", pawl::lifecycles::service, pawl::ephemeral<>,
                          pawl::errors<pawl::error::network_timeout>> {
  std::shared_ptr<std::vector<int>> seen = std::make_shared<std::vector<int>>();
  outcome<std::unique_ptr<int>> operator()(context&, const std::unique_ptr<int>& in) const {
    seen->push_back(*in);
    return std::make_unique<int>(*in + 1);
  }
  void on_success(const std::unique_ptr<int>& in, const std::unique_ptr<int>& out) const {
    seen->insert(seen->end(), {*in, *out});
  }
};

struct fleeting : pawl::job<"test.fleeting", pawl::lifecycles::service, pawl::ephemeral<>,
                            pawl::errors<pawl::error::network_timeout>> {
  outcome<int> operator()(context&, const std::vector<int>& in) const {
    return static_cast<int>(in.size());
  }
};

const report_input alfki{"ALFKI", 2026};

}  // namespace

TEST_CASE("a job is submitted, runs inline, and can be looked at") {
  workbench jobs{report{}};
  const auto job = jobs.submit<report>(alfki, {.delay = 10s});
  CHECK(jobs.state(job) == "pending");
  jobs.run();
  CHECK(jobs.runs<report>() == 0);
  jobs.advance(10s);
  jobs.run();
  CHECK(jobs.state(job) == "succeeded");
  CHECK(jobs.result(job)->url == "https://reports/ALFKI");
  CHECK(jobs.history(job) == names{"pending", "running", "succeeded"});
  CHECK(*jobs.handler<report>().told == names{"success ALFKI"});
  CHECK(jobs.runs<report>() == 1);
  CHECK(jobs.watch().broken().empty());
}

TEST_CASE("attempts fail as a test wants, and the next one is the handler's own") {
  workbench jobs{report{}};
  jobs.fail_next<report, pawl::error::network_timeout>(2, "no answer");
  const auto job = jobs.submit<report>(alfki);
  jobs.run();
  CHECK(jobs.state(job) == "failed");
  CHECK(jobs.record(job).error->message == "no answer");
  CHECK(jobs.runs<report>() == 0);
  CHECK(jobs.run_to_end());
  CHECK(jobs.runs<report>() == 1);
  CHECK(jobs.history(job) == names{"pending", "running", "failed", "pending", "running", "failed",
                                   "pending", "running", "succeeded"});
}

TEST_CASE("a class that is not retried ends the job, and the handler is told") {
  workbench jobs{report{}};
  jobs.fail_next<report, service_jobs::bad_input>();
  const auto job = jobs.submit<report>(alfki);
  CHECK(jobs.run_to_end());
  CHECK(jobs.state(job) == "dead_lettered");
  CHECK(jobs.result(job).error().failure.code == "bad_input");
  CHECK(*jobs.handler<report>().told == names{"failure ALFKI bad_input"});
}

TEST_CASE("the failures of one job type are not those of another") {
  workbench jobs{report{}, summary{}};
  jobs.fail_next<summary, pawl::error::network_timeout>();
  const auto first = jobs.submit<report>(alfki);
  const auto second = jobs.submit<summary>(alfki, {.depends_on = {first.id}});
  jobs.run();
  CHECK(jobs.state(first) == "succeeded");
  CHECK(jobs.state(second) == "failed");
  CHECK(jobs.run_to_end());
  CHECK(jobs.result(second) == 2026);
}

TEST_CASE("the time that a handler takes passes with signs of life, until it is too long") {
  workbench jobs{report{}};
  *jobs.handler<report>().act = [&](report::context& ctx) {
    jobs.advance(4min);
    CHECK_FALSE(ctx.stop_requested());
    jobs.advance(2min);
    CHECK(ctx.stop_requested());
  };
  const auto job = jobs.submit<report>(alfki, {.retry = {.max_attempts = 1}});
  CHECK(jobs.run_to_end());
  CHECK(jobs.record(job).error->code == "timeout");
}

TEST_CASE("a handler whose lease is lost writes nothing, and its job runs again") {
  workbench jobs{report{}};
  std::vector<bool> saved;
  *jobs.handler<report>().act = [&](report::context& ctx) {
    if (ctx.attempt() == 1) jobs.lose_leases();
    saved.push_back(ctx.save(1));
  };
  const auto job = jobs.submit<report>(alfki);
  CHECK(jobs.run_to_end());
  CHECK(saved == std::vector<bool>{false, true});
  CHECK(jobs.state(job) == "succeeded");
  CHECK(jobs.record(job).attempt == 2);
  REQUIRE(jobs.log().size() == 1);
  CHECK(std::string_view(jobs.log()[0].event.name()) == "lease_lost");
  CHECK(jobs.watch().broken().empty());
}

TEST_CASE("an exception is told to those who are called at night") {
  workbench jobs{report{}};
  *jobs.handler<report>().act = [](report::context&) { throw std::runtime_error("no such row"); };
  const auto job = jobs.submit<report>(alfki);
  CHECK(jobs.run_to_end());
  REQUIRE(jobs.escalations().size() == 1);
  CHECK(jobs.escalations()[0].job == job.id);
  CHECK(jobs.escalations()[0].detail == "no such row");
}

TEST_CASE("a commit that fails is made later, and one whose reply was lost is not made twice") {
  workbench jobs{report{}};
  const auto job = jobs.submit<report>(alfki);
  SECTION("it was not made") {
    jobs.fail_commit<pawl::storage::settle>(1, pawl::storage::errc::busy);
  }
  SECTION("it was made") { jobs.lose_reply<pawl::storage::settle>(1, pawl::storage::errc::full); }
  CHECK(jobs.run_to_end());
  CHECK(jobs.faults().planned() == 0);
  CHECK(jobs.runs<report>() == 1);
  CHECK(jobs.history(job) == names{"pending", "running", "succeeded"});
  CHECK(*jobs.handler<report>().told == names{"success ALFKI"});
  CHECK(jobs.watch().broken().empty());
}

TEST_CASE("a claim whose reply was lost is given back, uncharged") {
  workbench jobs{report{}};
  const auto job = jobs.submit<report>(alfki);
  jobs.lose_reply<pawl::storage::claim>();
  CHECK(jobs.run_to_end());
  CHECK(jobs.runs<report>() == 1);
  CHECK(jobs.state(job) == "succeeded");
  CHECK(jobs.record(job).attempt == 1);
}

TEST_CASE("a start that is told with the end is charged once, also if the reply is lost") {
  workbench jobs{report{}};
  jobs.restart({.workers = 1, .prefetch = 4});
  const auto first = jobs.submit<report>(alfki);
  const auto second = jobs.submit<report>(alfki);
  jobs.lose_reply<pawl::storage::settle>(1, pawl::storage::errc::busy);
  CHECK(jobs.run_to_end());
  CHECK(jobs.faults().planned() == 0);
  for (const auto& job : {first, second}) {
    CHECK(jobs.state(job) == "succeeded");
    CHECK(jobs.record(job).attempt == 1);
  }
  CHECK(jobs.runs<report>() == 2);
  CHECK(jobs.watch().broken().empty());
}

TEST_CASE("a submission can be refused, and code that submits sees it") {
  workbench jobs{report{}};
  jobs.fail_commit<pawl::storage::submit>(1, pawl::storage::errc::full);
  CHECK(jobs.session().submit<report>(alfki).error().code == pawl::storage::errc::full);
  CHECK(jobs.session().submit<report>(alfki).has_value());
  jobs.fail_commit<pawl::storage::submit>();
  CHECK_THROWS_AS(jobs.submit<report>(alfki), std::runtime_error);
}

namespace {

/// Whether an operation of a commit is of a kind.
template <class Operation>
bool holds(const pawl::storage::operation_ptr& op) {
  return op.as<Operation>() != nullptr;
}

}  // namespace

TEST_CASE("a process that dies is followed by another, which finds its jobs") {
  // It dies when it has claimed the job, or when a worker has entered it.
  const bool entered = GENERATE(false, true);
  workbench jobs{report{}};
  const auto job = jobs.submit<report>(alfki);
  pawl::testing::storage_fault death{.what = pawl::testing::storage_fault::how::crash_after};
  death.holds = holds<pawl::storage::claim>;
  if (entered) death.holds = holds<pawl::storage::start>;
  jobs.faults().plan(death);
  jobs.run();
  REQUIRE(jobs.crashed());
  CHECK(jobs.state(job) == (entered ? "running" : "pending"));
  CHECK_FALSE(jobs.run_to_end());
  jobs.restart();
  jobs.run();
  CHECK(jobs.runs<report>() == 0);
  CHECK(jobs.run_to_end());
  CHECK(jobs.state(job) == "succeeded");
  CHECK(jobs.record(job).attempt == (entered ? 2U : 1U));
}

TEST_CASE("a handler that is in the middle of something is left when its process dies") {
  workbench jobs{report{}};
  bool went_on = false;
  *jobs.handler<report>().act = [&](report::context& ctx) {
    if (ctx.attempt() != 1) return;
    try {
      static_cast<void>(ctx.save(1));
      went_on = true;
    } catch (const std::exception&) {
      went_on = true;
    }
  };
  const auto job = jobs.submit<report>(alfki);
  using how = pawl::testing::storage_fault::how;
  SECTION("at a checkpoint") {
    jobs.faults().plan({.what = how::crash_before, .holds = holds<pawl::storage::report>});
  }
  SECTION("when time passes") {
    *jobs.handler<report>().act = [&](report::context& ctx) {
      if (ctx.attempt() != 1) return;
      jobs.faults().plan({.what = how::crash_before});
      jobs.advance(1min);
      went_on = true;
    };
  }
  jobs.run();
  CHECK(jobs.crashed());
  CHECK_FALSE(went_on);
  CHECK(jobs.state(job) == "running");
  jobs.restart();
  CHECK(jobs.run_to_end());
  CHECK(jobs.state(job) == "succeeded");
}

TEST_CASE("processes share a store, and each job is run by one of them") {
  workbench jobs{report{}};
  jobs.restart({.workers = 1, .prefetch = 0});
  jobs.add_process();
  for (int i = 0; i < 5; ++i) jobs.submit<report>({"c", i});
  CHECK(jobs.run_to_end());
  CHECK(jobs.runs<report>() == 5);
  CHECK(jobs.watch().broken().empty());
}

TEST_CASE("a job that waits for something from outside does not end by itself") {
  workbench jobs{report{}, summary{}};
  const auto job = jobs.submit<report>(alfki, {.delay = 48h});
  CHECK_FALSE(jobs.run_to_end(24h));
  CHECK(jobs.state(job) == "pending");
  CHECK(jobs.run_to_end());
  CHECK(jobs.state(job) == "succeeded");
}

TEST_CASE("coroutine handlers run inline") {
  workbench jobs{awaiting{}};
  const auto job = jobs.submit<awaiting>(alfki);
  jobs.fail_next<awaiting, pawl::error::network_timeout>();
  CHECK(jobs.run_to_end());
  CHECK(jobs.result(job) == 2027);
  CHECK(jobs.record(job).attempt == 2);
  CHECK(jobs.runs<awaiting>() == 1);
}

TEST_CASE("ephemeral jobs run inline, beside others or alone") {
  workbench alone{fleeting{}};
  const auto job = alone.submit<fleeting>({1, 2, 3});
  alone.fail_next<fleeting, pawl::error::network_timeout>();
  CHECK(alone.run_to_end());
  CHECK(alone.result(job) == 3);
  CHECK(alone.history(job).size() == 6);

  workbench beside{fleeting{}, report{}};
  const auto first = beside.submit<fleeting>({1});
  const auto second = beside.submit<report>(alfki);
  CHECK(beside.run_to_end());
  CHECK(beside.result(first) == 1);
  CHECK(beside.state(second) == "succeeded");
}

TEST_CASE("an ephemeral job takes what cannot be copied, and its output is given out once") {
  workbench jobs{taker{}};
  const auto job = jobs.session().submit<taker>(std::make_unique<int>(7)).value();
  CHECK(jobs.run_to_end());
  const auto first = jobs.result(job);
  REQUIRE(first);
  CHECK(**first == 8);
  const auto again = jobs.result(job);
  REQUIRE_FALSE(again);
  CHECK(again.error().why == pawl::no_output::reason::unknown);
}

TEST_CASE("every attempt and every callback sees an input that cannot be copied") {
  workbench jobs{looker{}};
  jobs.fail_next<looker, pawl::error::network_timeout>();
  const auto job = jobs.session().submit<looker>(std::make_unique<int>(7)).value();
  CHECK(jobs.run_to_end());
  CHECK(*jobs.handler<looker>().seen == std::vector<int>{7, 7, 8});
  const auto made = jobs.result(job);
  REQUIRE(made);
  CHECK(**made == 8);
}

TEST_CASE("whatever takes an id takes what submit has returned") {
  workbench jobs{report{}};
  const auto job = jobs.submit<report>(alfki);
  auto me = jobs.session();
  CHECK(me.status(job)->id == job.id);
  CHECK(me.raise(job, pawl::lifecycles::service::cancel).has_value());
  CHECK(me.cancel(job).error().code == pawl::storage::errc::already_terminal);
  CHECK(me.replay(job).error().code == me.replay(job.id).error().code);
  CHECK_FALSE(me.events(job)->empty());
  CHECK(me.status(job)->state == pawl::lifecycles::service::canceled);
  std::ostringstream printed;
  printed << job;
  CHECK(printed.str() == to_string(job.id));
}

TEST_CASE("a level that comes from elsewhere is looked up when the job is submitted") {
  workbench jobs{report{}};
  auto me = jobs.session();
  const std::string known = "high";
  const std::string unknown = "higher";
  CHECK(me.status(me.submit<report>(alfki, {.priority = known}).value())->priority == 2);
  CHECK(me.status(me.submit<report>(alfki, {.priority = "urgent"}).value())->priority == 3);
  CHECK(me.submit<report>(alfki, {.priority = unknown}).error().code ==
        pawl::storage::errc::invalid);
  CHECK(me.submit<report>(alfki, pawl::submit_options{.priority = unknown}).error().code ==
        pawl::storage::errc::invalid);
}

TEST_CASE("a workbench runs on the store that it is given") {
  const auto store = pawl::testing::fresh_sqlite_store();
  workbench jobs{store, report{}};
  const auto job = jobs.submit<report>(alfki);
  jobs.fail_next<report, pawl::error::network_timeout>();
  CHECK(jobs.run_to_end());
  CHECK(store->get(pawl::storage::scope::every_tenant(), job.id)->state == "succeeded");
  CHECK(jobs.watch().broken().empty());

  workbench in_memory{std::make_unique<pawl::testing::memory_store<>>(), report{}};
  const auto other = in_memory.submit<report>(alfki);
  CHECK(in_memory.run_to_end());
  CHECK(in_memory.state(other) == "succeeded");
}
