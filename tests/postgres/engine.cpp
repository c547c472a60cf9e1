// SPDX-License-Identifier: BSL-1.0
// A program on PostgreSQL is the same program: only what opens the store differs.
#include <unistd.h>

#include <random>
#include <thread>

#include <pawl/service.hpp>
#include <pawl/storage/postgres.hpp>

#include <pawl/testing/postgres_store.hpp>

#include "../runtime/fleet.hpp"
#include "database.hpp"
#include "proxy.hpp"
#include "support/catch.hpp"

namespace {

using namespace pawl::error;
using namespace pawl::literals;

struct add : pawl::job<"sum.add", pawl::lifecycles::service, pawl::errors<network_timeout>,
                       pawl::retry<pawl::attempts<3>, pawl::fixed<1_ms>>> {
  outcome<int> operator()(context& ctx, int in) const {
    if (in % 10 == 0 && ctx.attempt() == 1) return fail<network_timeout>("not at the first time");
    return in + 1;
  }
};

TEST_CASE("jobs are submitted, run, retried and read, by two services on one queue",
          "[SVC-01][pooled]") {
  const std::string schema = "engine_" + std::to_string(::getpid());
  const auto open = [&] { return pawl::storage::postgres<>::open("", {.schema = schema}).value(); };
  pawl::service first{open(), add{}};
  pawl::service second{open(), add{}};
  REQUIRE(first.start());
  REQUIRE(second.start());
  auto here = first.as({.tenant = "acme", .user = "ann"});
  auto there = second.as({.tenant = "acme", .user = "bob"});
  std::vector<int> inputs;
  for (int i = 0; i < 100; ++i) inputs.push_back(i);
  int i = 0;
  for (const auto& job : here.submit_all<add>(inputs)) {
    REQUIRE(job);
    const auto sum = there.result(*job, std::chrono::seconds{30});
    REQUIRE(sum);
    CHECK(*sum == ++i);
  }
}

TEST_CASE("the failure rate of all processes on a server lets fewer jobs run at once",
          "[DECK-39]") {
  pawl::testing::manual_clock clock;
  runtime_test::judge_a_fleet(pawl::testing::fresh_postgres_store(clock), clock);
}

TEST_CASE("what is to be wondered at in a server is logged when a service starts") {
  const std::string schema = "engine_warned_" + std::to_string(::getpid());
  pawl::service jobs{pawl::storage::postgres<>::open("", {.schema = schema}).value(), add{}};
  std::vector<pawl::observe::log_entry> log;
  REQUIRE(jobs.start({.log = [&](const pawl::observe::log_entry& each) { log.push_back(each); }}));
  jobs.stop();
  REQUIRE_FALSE(log.empty());
  CHECK(log[0].event.name() == "store_warning");
  CHECK(log[0].message.find("fsync = off") != std::string::npos);
}

struct through_a_proxy {
  support::proxy proxy{support::server_socket()};
  std::string schema = "engine_cut_" + std::to_string(::getpid()) + '_' + std::to_string(++made);
  pawl::service<pawl::storage::postgres<>, add> jobs{
      pawl::storage::postgres<>::open(
          "host=127.0.0.1 sslmode=disable gssencmode=disable port=" + std::to_string(proxy.port()),
          {.schema = schema})
          .value(),
      add{}};
  static inline int made = 0;
};

TEST_CASE("a service goes on through a network that cuts it off again and again", "[network]") {
  through_a_proxy at;
  REQUIRE(at.jobs.start({.log = pawl::observe::no_log{}}));
  auto ann = at.jobs.as({.tenant = "acme", .user = "ann"});
  std::vector<pawl::job_ref<add>> made;
  std::mt19937 random(20261117);
  constexpr support::fault all[] = {support::fault::cut_before, support::fault::cut_after,
                                    support::fault::reset, support::fault::refuse};
  int struck = 0;
  for (int i = 1; i <= 60; ++i) {
    at.proxy.arm(all[random() % std::size(all)], 1 + static_cast<int>(random() % 8));
    auto job = ann.submit<add>(i);
    REQUIRE(job);
    made.push_back(*std::move(job));
    struck += at.proxy.has_struck();
  }
  at.proxy.arm(support::fault::none, 0);
  int i = 0;
  for (const auto& job : made) {
    const auto sum = ann.result(job, std::chrono::seconds{60});
    REQUIRE(sum);
    CHECK(*sum == ++i + 1);
  }
  CHECK(struck > 10);
  at.jobs.stop();
  CHECK(support::broken_invariants_in(at.schema).empty());
  support::database db;
  CHECK(db.ask("SELECT count(*) FROM " + at.schema + ".pawl_jobs") == "60");
  CHECK(db.ask("SELECT count(*) FROM " + at.schema + ".pawl_outcomes WHERE kind = 5") == "60");
}

TEST_CASE("a service stops in time though its server is silent", "[network]") {
  through_a_proxy at;
  REQUIRE(at.jobs.start({.log = pawl::observe::no_log{}}));
  at.proxy.be_silent(true);
  const auto begin = std::chrono::steady_clock::now();
  at.jobs.stop(std::chrono::milliseconds{100});
  // Not for as long as it would wait for an answer.
  CHECK(std::chrono::steady_clock::now() - begin < pawl::storage::postgres_options{}.deadline / 2);
  at.proxy.be_silent(false);
}

}  // namespace
