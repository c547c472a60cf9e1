// SPDX-License-Identifier: BSL-1.0
// Processes on one schema that run different job types: each meets jobs of types that it does not
// have, and keeps house beside them.
#include <pawl/storage/postgres.hpp>
#include <pawl/testing/storage/jobs.hpp>

#include <pawl/job/id_source.hpp>
#include <pawl/testing/postgres_store.hpp>

#include "database.hpp"
#include "server.hpp"
#include "support/catch.hpp"

namespace {

using namespace pawl;
namespace jobs = testing::law_jobs;
using store_type = testing::postgres_store;

/// The store of a process that has these job types and no others.
class process {
 public:
  process(const std::string& schema, const testing::manual_clock& clock,
          std::initializer_list<const job_descriptor*> types) {
    auto opened = store_type::open("", {.schema = schema}, clock);
    if (!opened) throw std::runtime_error(describe(opened.error()));
    store_ = *std::move(opened);
    REQUIRE(store_->learn({types.begin(), types.size()}));
    owner_ = done(storage::enrol{.label = "a worker", .types = types}).owner;
  }

  [[nodiscard]] store_type& store() { return *store_; }

  template <class Operation>
  typename Operation::answer_type done(Operation op) {
    store_->apply_one(op);
    if (!op.answer) FAIL_CHECK(describe(op.answer.error()));
    REQUIRE(op.answer);
    return *std::move(op.answer);
  }
  job_id submit(const job_descriptor& type) {
    storage::submit op{.type = &type, .id = ids_.next(store_->now()), .who = {.tenant = "acme"}};
    op.payload_hash = sha256_of("{}");
    op.payload = std::string("{}");
    return done(std::move(op)).id;
  }
  storage::claimed start(const job_descriptor& type) {
    auto taken = done(storage::claim{owner_, {&type}, 1}).jobs;
    REQUIRE(taken.size() == 1);
    return std::move(taken[0]);
  }
  job_id finish(const job_descriptor& type) {
    const job_id id = submit(type);
    storage::settle end;
    const auto job = start(type);
    end.lease = job.lease;
    end.type = &type;
    end.end = storage::attempt_end::succeeded;
    done(std::move(end));
    return id;
  }
  /// What an engine asks for from time to time, in one batch. Jobs that it has taken up.
  std::size_t keep_house() {
    storage::reap lost;
    storage::release_dependents release;
    storage::prune old;
    std::vector<storage::operation_ptr> batch{&lost, &release, &old};
    store_->apply(batch);
    for (const storage::operation_ptr& each : batch) {
      if (!each.answer()) FAIL_CHECK(describe(each.answer().error()));
      REQUIRE(each.answer());
    }
    return lost.answer->jobs.size();
  }
  [[nodiscard]] std::string state_of(const job_id& id) {
    const auto found = store_->get(storage::scope::every_tenant(), id);
    return found ? std::string(found->state) : "none";
  }

 private:
  std::unique_ptr<store_type> store_;
  storage::owner_number owner_ = 0;
  id_source ids_{};
};

TEST_CASE("a process keeps house beside finished jobs of types that it does not have") {
  testing::manual_clock clock;
  const std::string schema = server::fresh_schema("types");
  process here(schema, clock, {&jobs::plain, &jobs::fleeting});
  process there(schema, clock, {&jobs::served, &jobs::filed, &jobs::few});
  const job_id kept = here.finish(jobs::plain);
  const job_id fleeting = here.finish(jobs::fleeting);
  const job_id others = there.finish(jobs::served);
  there.finish(jobs::few);
  here.submit(jobs::plain);  // the newest job is not pruned
  for (int i = 0; i < 3; ++i) CHECK(here.keep_house() == 0);
  for (int i = 0; i < 3; ++i) CHECK(there.keep_house() == 0);

  // Each prunes what is its own, and leaves what it knows no retention of.
  clock.advance(std::chrono::hours{2});
  here.keep_house();
  CHECK(here.state_of(fleeting) == "none");
  CHECK(here.state_of(kept) == "succeeded");
  CHECK(here.state_of(others) == "succeeded");
  CHECK(support::broken_invariants_in(schema).empty());
}

TEST_CASE("a process takes up lost jobs of types that it does not have") {
  testing::manual_clock clock;
  const std::string schema = server::fresh_schema("types");
  process here(schema, clock, {&jobs::plain});
  std::vector<job_id> lost;
  {
    process there(schema, clock, {&jobs::served, &jobs::filed});
    for (const job_descriptor* const type : {&jobs::served, &jobs::filed})
      for (int i = 0; i < 3; ++i) {
        lost.push_back(there.submit(*type));
        there.start(*type);
      }
    there.finish(jobs::served);
  }
  here.finish(jobs::plain);
  clock.advance(std::chrono::hours{1});
  CHECK(here.keep_house() == lost.size());
  CHECK(here.keep_house() == 0);
  clock.advance(std::chrono::hours{1});
  process again(schema, clock, {&jobs::served, &jobs::filed});
  for (const job_descriptor* const type : {&jobs::served, &jobs::filed})
    for (int i = 0; i < 3; ++i) CHECK(again.start(*type).attempt == 2);
  CHECK(support::broken_invariants_in(schema).empty());
}

TEST_CASE("a name that is new to a process costs one round trip, once") {
  testing::manual_clock clock;
  const std::string schema = server::fresh_schema("types");
  process here(schema, clock, {&jobs::plain});
  here.finish(jobs::plain);
  here.keep_house();
  const auto rounds_to_keep_house = [&] {
    const auto before = here.store().counts();
    here.keep_house();
    const auto after = here.store().counts();
    CHECK(after.unforeseen == before.unforeseen);
    return after.rounds - before.rounds;
  };
  const auto usual = rounds_to_keep_house();
  process there(schema, clock, {&jobs::served, &jobs::few, &jobs::filed});
  for (const job_descriptor* const type : {&jobs::served, &jobs::few, &jobs::filed})
    there.finish(*type);
  CHECK(rounds_to_keep_house() == usual + 1);
  CHECK(rounds_to_keep_house() == usual);
}

}  // namespace
