// SPDX-License-Identifier: BSL-1.0
// Workflows: jobs that hold the outputs of others, built and submitted whole.
#include "../support/catch.hpp"

#include <atomic>
#include <ranges>

#include <pawl/service.hpp>
#include <pawl/testing/crash_everywhere.hpp>
#include <pawl/testing/sqlite_store.hpp>
#include <pawl/workflow.hpp>

#include "../support/flow_jobs.hpp"

using namespace flow_jobs;
using pawl::storage::errc;
using pawl::testing::manual_clock;
using memory = pawl::testing::memory_store<>;
using sqlite = pawl::testing::sqlite_store;

namespace {

struct in_memory {
  using store = memory;
  static std::shared_ptr<store> make() {
    return std::make_shared<store>(pawl::storage::memory_options{}, manual_clock{});
  }
};
struct in_file {
  using store = sqlite;
  static std::shared_ptr<store> make() { return pawl::testing::fresh_sqlite_store(); }
};

template <class Place>
struct desk {
  bench<typename Place::store> jobs{Place::make(), fetch{}, parse{}, merge{}, note{}, sum{}};
};

}  // namespace

TEMPLATE_TEST_CASE("a workflow is submitted whole, and runs in order", "[workflow]", in_memory,
                   in_file) {
  desk<TestType> on;
  a_workflow_is_submitted_whole(on.jobs);
}

TEMPLATE_TEST_CASE("an input waits for the outputs that it holds", "[workflow]", in_memory,
                   in_file) {
  desk<TestType> on;
  an_input_waits_for_the_outputs_that_it_holds(on.jobs);
}

TEMPLATE_TEST_CASE("a failed dependency cancels who holds its output, or is told", "[workflow]",
                   in_memory, in_file) {
  desk<TestType> on;
  a_failed_dependency_cancels_or_is_told(on.jobs);
}

TEMPLATE_TEST_CASE("a pruned output is an error of its own", "[workflow]", in_memory, in_file) {
  desk<TestType> on;
  a_pruned_output_is_an_error_of_its_own(on.jobs);
}

TEMPLATE_TEST_CASE("a join of a thousand reads all their outputs", "[workflow]", in_memory,
                   in_file) {
  desk<TestType> on;
  a_join_of_a_thousand(on.jobs);
}

TEST_CASE("jobs of a workflow that wait for each other are refused by their names", "[workflow]") {
  desk<in_memory> on;
  pawl::workflow flow{on.jobs.session()};
  auto a = flow.add<fetch>({"a"});
  auto b = a.then<sum>({});
  a.after(b);
  const auto refused = flow.submit();
  REQUIRE(!refused);
  CHECK(refused.error().code == errc::dependency_cycle);
  CHECK(refused.error().message ==
        "jobs of the workflow wait for each other, test.fetch -> test.sum -> test.fetch; remove "
        "one of these dependencies");
  CHECK(!on.jobs.session().status(a));

  pawl::workflow alone{on.jobs.session()};
  auto self = alone.add<fetch>({"a"});
  self.after(self);
  CHECK(alone.submit().error().code == errc::dependency_cycle);
}

TEST_CASE("a workflow of which one job is refused is not stored", "[workflow]") {
  desk<in_memory> on;
  auto acme = on.jobs.session();
  pawl::workflow flow{acme};
  auto good = flow.add<fetch>({"a"});
  SECTION("because it depends on nothing that exists") {
    flow.add<sum>({}, {.depends_on = {pawl::job_id{{1}}}});
    const auto refused = flow.submit();
    CHECK(refused.error().code == errc::unknown_dependency);
    CHECK(refused.error().message.find("job 2 of 2, test.sum, is refused") == 0);
  }
  SECTION("because it holds the output of no job") {
    flow.add<parse>({});
    const auto refused = flow.submit();
    CHECK(refused.error().code == errc::invalid);
    CHECK(refused.error().message.find("job 2 of the workflow, test.parse: the input cannot be "
                                       "encoded: missing_member at \"/page\"") == 0);
  }
  SECTION("because it has a key") {
    flow.add<fetch>({"b"}, {.key = "b"});
    CHECK(flow.submit().error().code == errc::invalid);
  }
  SECTION("because it came after the submission") {
    REQUIRE(flow.submit());
    flow.add<fetch>({"b"});
    CHECK(flow.submit().error().message.find("was submitted before this job") != std::string::npos);
    return;
  }
  CHECK(!acme.status(good));
  on.jobs.run();
  CHECK(on.jobs.runs<fetch>() == 0);
}

TEST_CASE("jobs may come in any order, and wait for jobs outside", "[workflow]") {
  desk<in_memory> on;
  auto acme = on.jobs.session();
  const auto outside = on.jobs.submit<fetch>({"outside"});
  pawl::workflow flow{acme};
  auto last = flow.add<sum>({.own = 2});
  auto middle = flow.add<sum>({.own = 1});
  last.after(middle).after(outside);
  middle.after(flow.add<fetch>({"a"}));
  REQUIRE(flow.submit());
  CHECK(acme.status(last)->phase == pawl::phase::blocked);
  CHECK(on.jobs.run_to_end());
  CHECK(acme.result(last).value() == 2);
}

TEST_CASE("an output that a test makes up is there, and one of no job is not", "[workflow]") {
  const auto known = pawl::output_of<fetch>::known(page{"made up"});
  CHECK(known->body == "made up");
  const pawl::output_of<fetch> none;
  CHECK(!none);
  CHECK_THROWS_AS(*none, pawl::no_such_output);
  const pawl::output_of<fetch> unread = pawl::job_ref<fetch>{pawl::job_id{{1}}};
  CHECK(unread.missing() == pawl::missing_output::unread);
  CHECK(unread.why_not().find("is read when the handler") != std::string::npos);
}

TEST_CASE("a chain of ten thousand runs to its end", "[workflow][large]") {
  desk<in_memory> on;
  auto acme = on.jobs.session();
  pawl::workflow flow{acme};
  auto last = flow.add<sum>({.own = 1});
  for (int i = 1; i < 10'000; ++i)
    last = flow.add<sum>({.own = 1, .of = {pawl::output_of<sum>(last)}});
  REQUIRE(flow.submit());
  CHECK(on.jobs.run_to_end());
  CHECK(acme.result(last).value() == 10'000);
}

namespace {

struct follower_input {
  pawl::output_of<sum> of;
};
/// Tells when all of them have run.
struct follower : pawl::job<"test.follower", pawl::lifecycles::service> {
  std::shared_ptr<std::atomic<int>> left = std::make_shared<std::atomic<int>>(0);
  outcome<void> operator()(context&, const follower_input& in) const {
    if (left->fetch_sub(*in.of) == 1) left->notify_all();
    return {};
  }
};

}  // namespace

TEST_CASE("a hundred thousand that wait for one job run when it has ended", "[workflow][large]") {
  constexpr int many = 100'000;
  const follower each;
  *each.left = many;
  pawl::service jobs{std::make_unique<pawl::testing::memory_store<pawl::system_clock>>(), sum{},
                     each};
  const auto acme = jobs.as({.tenant = "acme", .user = "ann", .organisation = {}});
  const auto first = acme.submit<sum>({.own = 1}).value();
  const auto waiting = std::views::iota(0, many) | std::views::transform([&](int) {
                         return follower_input{pawl::output_of<sum>(first)};
                       });
  REQUIRE(acme.submit_all<follower>(waiting, pawl::only_counted).accepted == many);
  REQUIRE(jobs.start());
  for (int left = many; left > 0; left = *each.left) each.left->wait(left);
  CHECK(*each.left == 0);
  jobs.stop();
}

TEST_CASE("what is larger than a workflow may be is refused by a sentence", "[workflow]") {
  desk<in_memory> on;
  pawl::workflow flow{on.jobs.session()};
  for (std::size_t i = 0; i <= pawl::storage::most_jobs_at_once; ++i) flow.add<sum>({});
  const auto refused = flow.submit();
  REQUIRE(!refused);
  CHECK(refused.error().code == errc::invalid);
  CHECK(refused.error().message.find("at most 20000 jobs are submitted together") == 0);
}

TEMPLATE_TEST_CASE("a fan-out with a join survives a crash at every commit", "[workflow][crash]",
                   in_memory, in_file) {
  using store = typename TestType::store;
  using plan_type = pawl::testing::crash_plan<merge, store, fetch, parse>;
  plan_type plan;
  plan.handler = [] { return merge{}; };
  plan.others = {[] { return fetch{}; }, [] { return parse{}; }};
  plan.submit = [](auto& jobs) {
    pawl::workflow flow{jobs.session()};
    std::vector<decltype(flow.template add<parse>({}))> texts;
    for (const char* url : {"a", "b", "c", "d"})
      texts.push_back(flow.template add<parse>({.page = flow.template add<fetch>({url})}));
    auto all = flow.template add<merge>({.parts = pawl::all_of(texts)});
    if (!flow.submit()) throw std::runtime_error("the workflow was refused");
    return pawl::job_ref<merge>{all.id};
  };
  plan.check = [](auto& jobs, const auto& job) -> std::string {
    const auto all = jobs.result(job);
    if (!all) return "the join has no output";
    return *all == "<a><b><c><d>" ? "" : "the join has come to " + *all;
  };
  if constexpr (std::is_same_v<store, sqlite>) {
    plan.store = [](manual_clock clock) { return pawl::testing::fresh_sqlite_store(clock); };
    plan.reopen = [](std::shared_ptr<store> crashed, manual_clock clock) {
      return pawl::testing::reopened_sqlite_store(crashed, clock);
    };
  }
  const auto crashes = pawl::testing::crash_everywhere(plan);
  INFO(crashes);
  CHECK(crashes.ok());
  CHECK(crashes.points > 20);
}
