// SPDX-License-Identifier: BSL-1.0
// A workflow on its way to the store: in which order its jobs come there, and how often.
#include <pawl/runtime/engine/flow_plan.hpp>

#include <pawl/job.hpp>
#include <pawl/lifecycles/service.hpp>
#include <pawl/observe/metrics.hpp>
#include <pawl/testing/memory_store.hpp>

#include "support/catch.hpp"

namespace {

namespace storage = pawl::storage;
using pawl::job_id;

struct step : pawl::job<"test.flow_step", pawl::lifecycles::service> {
  outcome<void> operator()(context&, int) const { return {}; }
};

/// Notes in which order the jobs of a workflow come, and loses an answer if it is told to.
class noting_store : public pawl::testing::memory_store<> {
 public:
  std::vector<std::vector<job_id>> came{};
  bool loses_answer = false;

  using storage::store::apply;
  void apply(std::span<const storage::operation_ptr> batch) override {
    memory_store::apply(batch);
    auto* const whole = batch.front().as<storage::submit_whole>();
    if (whole == nullptr) return;
    auto& ids = came.emplace_back();
    for (const storage::submit& each : whole->jobs) ids.push_back(each.id);
    if (loses_answer) whole->answer.refuse({storage::errc::busy, "the answer is lost", {}, {}});
  }
};

struct desk {
  noting_store store{};
  pawl::observe::metrics metrics{};
  std::atomic<pawl::observe::metrics*> counting{&metrics};
  pawl::runtime::session_backend sessions{store, nullptr, counting};
  pawl::runtime::flow_plan plan{sessions};

  desk() {
    const pawl::job_descriptor* const types[] = {&pawl::type_of<step>};
    REQUIRE(store.learn(types));
  }
  /// A job of the plan, whose id this is.
  job_id add(const storage::result<void>& how = {}) {
    const job_id id = sessions.fresh_id(false);
    plan.add({.type = &pawl::type_of<step>, .id = id, .who = {"acme", "ann", ""}, .payload = "1"},
             how);
    return id;
  }
  std::size_t stored() {
    return store.list(storage::scope::tenant("acme"), {.limit = 10})->jobs.size();
  }
};

}  // namespace

TEST_CASE("jobs come to the store behind those that they wait for, and are answered as added") {
  desk on;
  const job_id last = on.add();
  const job_id middle = on.add();
  const job_id first = on.add();
  on.plan.wait(0, middle);
  on.plan.wait(0, first);
  on.plan.wait(1, first);
  const auto made = on.plan.submit();
  REQUIRE(made);
  CHECK(*made == std::vector<job_id>{last, middle, first});
  REQUIRE(on.store.came.size() == 1);
  CHECK(on.store.came[0] == std::vector<job_id>{first, middle, last});
}

TEST_CASE("a workflow whose answer was lost is submitted again, and made once") {
  desk on;
  const job_id second = on.add();
  on.plan.wait(0, on.add());
  on.store.loses_answer = true;
  CHECK(on.plan.submit().error().code == storage::errc::busy);
  on.store.loses_answer = false;
  const auto made = on.plan.submit();
  REQUIRE(made);
  CHECK(made->front() == second);
  CHECK(on.stored() == 2);
  CHECK(on.store.came.size() == 2);
  CHECK(on.store.came[0] == on.store.came[1]);
}

TEST_CASE("a workflow that cannot be submitted says which job is to blame, and asks no store") {
  desk on;
  on.add();
  std::string told;
  SECTION("the first that could not be made") {
    on.add(storage::refuse(storage::errc::invalid, "it has no page"));
    on.add(storage::refuse(storage::errc::invalid, "nor has this"));
    told = "job 2 of the workflow, test.flow_step: it has no page";
  }
  SECTION("those that wait for each other, and not those that wait for them") {
    const job_id second = on.add();
    const job_id third = on.add();
    on.plan.wait(0, second);
    on.plan.wait(1, third);
    on.plan.wait(2, second);
    told =
        "jobs of the workflow wait for each other, test.flow_step -> test.flow_step -> "
        "test.flow_step; remove one of these dependencies";
  }
  const auto refused = on.plan.submit();
  REQUIRE(!refused);
  CHECK(refused.error().message == told);
  CHECK(on.store.came.empty());
}

TEST_CASE("a workflow that was submitted takes no more jobs, and none of them waits for more") {
  desk on;
  const job_id first = on.add();
  REQUIRE(on.plan.submit());
  const bool adds = GENERATE(true, false);
  if (adds)
    on.add();
  else
    on.plan.wait(0, first);
  const auto refused = on.plan.submit();
  REQUIRE(!refused);
  CHECK(refused.error().code == storage::errc::invalid);
  CHECK(on.stored() == 1);
}
