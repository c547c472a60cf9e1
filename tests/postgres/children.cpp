// SPDX-License-Identifier: BSL-1.0
// Jobs that handlers submit with their own end, and what operators say of job types: as on every
// store, and in no more rounds.
#include "../runtime/children.hpp"

#include <pawl/testing/postgres_store.hpp>
#include <pawl/testing/storage/bench.hpp>

#include "server.hpp"
#include "support/catch.hpp"

namespace {

using namespace runtime_test;
namespace same = runtime_test::children;

struct on_postgres {
  using store = pawl::testing::postgres_store;
  std::string schema = server::fresh_schema("children");
  std::unique_ptr<store> make(const manual_clock& clock) const {
    auto opened = store::open("", {.schema = schema}, clock);
    if (!opened) throw std::runtime_error(describe(opened.error()));
    return *std::move(opened);
  }
};

TEST_CASE("jobs that a handler submits are committed with its end", "[children]") {
  same::they_are_committed_with_the_end<on_postgres>();
}
TEST_CASE("jobs that a handler submits are not there unless it succeeds", "[children]") {
  same::only_a_success_brings_them<on_postgres>();
}
TEST_CASE("a job that the store refuses fails the attempt that submits it", "[children]") {
  same::what_the_store_refuses_fails_the_attempt<on_postgres>();
}
TEST_CASE("a handler submits jobs that other processes run", "[children]") {
  same::others_may_run_them<on_postgres>();
}
TEST_CASE("several ends bring their jobs in one commit", "[children]") {
  same::an_answer_that_was_lost_makes_nothing_twice<on_postgres>();
}
TEST_CASE("a paused type waits in every process", "[children]") {
  same::a_paused_type_waits_in_every_process<on_postgres>();
}
TEST_CASE("a drained type is worked off", "[children]") {
  same::a_drained_type_is_worked_off<on_postgres>();
}
TEST_CASE("a job is put off, or made due", "[children]") {
  same::a_job_is_put_off_or_made_due<on_postgres>();
}
TEST_CASE("a timeout of its own is kept to", "[children]") {
  same::a_timeout_of_its_own_is_kept_to<on_postgres>();
}

TEST_CASE("a process hears at once what another says of a type", "[children]") {
  const on_postgres place;
  const manual_clock clock;
  pawl::service here{place.make(clock), same::page{}};
  pawl::service there{place.make(clock), same::page{}};
  auto me = here.as({.tenant = "acme"});
  REQUIRE(me.submit<same::page>({"Emma", 1}));  // from now on it only adds
  REQUIRE(there.drain<same::page>());
  const auto refused = me.submit<same::page>({"Emma", 2});
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == pawl::storage::errc::draining);
  REQUIRE(there.resume<same::page>());
  CHECK(me.submit<same::page>({"Emma", 3}));
}

TEST_CASE("an end costs no more rounds, however many jobs it brings along", "[children]") {
  manual_clock clock;
  const auto store = pawl::testing::fresh_postgres_store(clock);
  pawl::testing::storage_bench on(*store, clock);
  const auto owner = on.worker();
  const auto rounds_for = [&](std::size_t count) {
    const auto job = on.running(owner, pawl::testing::law_jobs::plain);
    pawl::storage::settle op = on.success(job);
    for (std::size_t i = 0; i < count; ++i) {
      auto& child = op.children.emplace_back(on.request(pawl::testing::law_jobs::metered));
      if (i % 2 == 0) child = on.request(pawl::testing::law_jobs::keyed);
      child.key = "key-" + std::to_string(count) + '-' + std::to_string(i);
      child.limit_keys.assign(child.type->limits.size(), child.key);
    }
    const auto before = store->counts();
    store->apply_one(op);
    REQUIRE(op.answer);
    CHECK(op.answer->refused == "");
    CHECK(op.answer->created.size() == count);
    CHECK(store->counts().unforeseen == before.unforeseen);
    return store->counts().rounds - before.rounds;
  };
  static_cast<void>(rounds_for(1));  // names are learnt
  const auto few = rounds_for(2);
  CHECK(few <= 4);
  CHECK(rounds_for(500) == few);
}

}  // namespace
