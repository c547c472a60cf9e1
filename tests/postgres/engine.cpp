// SPDX-License-Identifier: BSL-1.0
// A program on PostgreSQL is the same program: only what opens the store differs.
#include <unistd.h>

#include <atomic>
#include <memory>
#include <random>
#include <thread>

#include <pawl/lifecycles/video.hpp>
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

/// Finds what was made before it; its upload is verified.
struct film : pawl::job<"film.make", pawl::lifecycles::video> {
  using input = std::string;
  using state = pawl::lifecycles::video::state;
  using remote = pawl::remote_states<state::TRANSCRIBING, state::GENERATING, state::REGENERATING,
                                     state::EXPORTING>;
  std::shared_ptr<std::atomic<int>> made = std::make_shared<std::atomic<int>>(0);

  outcome<void> run(pawl::at<state::AUDIO_EXTRACTING>, context& ctx, input) const {
    if (ctx.artifact("audio_uri") == "good") return {};
    ++*made;
    ctx.artifact("audio_uri", "good");
    return {};
  }
  pawl::admission may_enter(pawl::at<state::UPLOADED>, const pawl::arrival& how,
                            const input& in) const {
    if (in != "whole") return "it is not whole";
    return how.job.newest_artifact("video_uri") == nullptr ? "it is not there" : pawl::admission{};
  }
};

TEST_CASE("a handler guards a state, and finds what was made before it", "[VID-20][VID-21]") {
  const std::string schema = "engine_film_" + std::to_string(::getpid());
  const film handler;
  pawl::service jobs{pawl::storage::postgres<>::open("", {.schema = schema}).value(), handler};
  REQUIRE(jobs.start());
  const auto ann = jobs.as({.tenant = "acme", .user = "ann"});
  const auto confirm = [&](const auto& job, std::vector<std::pair<const char*, const char*>> sent) {
    pawl::storage::findings with;
    for (const auto& [name, value] : sent) with.artifacts.emplace_back(name, value);
    return ann.raise(job, "confirm_upload", "", with);
  };
  const auto part = ann.submit<film>("part").value();
  const auto refused = confirm(part, {{"video_uri", "v"}});
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == pawl::storage::errc::not_admitted);
  CHECK(refused.error().message == "it is not whole");
  CHECK(ann.status(part)->state == "CREATED");
  CHECK(ann.status(part)->artifacts.empty());

  const auto extracted = [&](std::vector<std::pair<const char*, const char*>> sent) {
    const auto job = ann.submit<film>("whole").value();
    CHECK(confirm(job, {}).error().message == "it is not there");
    REQUIRE(confirm(job, std::move(sent)));
    REQUIRE(ann.raise(job, "run"));
    while (ann.status(job)->state == "AUDIO_EXTRACTING")
      std::this_thread::sleep_for(std::chrono::milliseconds{10});
    return ann.status(job)->artifacts.size();
  };
  CHECK(extracted({{"video_uri", "v"}}) == 2);
  CHECK(*handler.made == 1);
  CHECK(extracted({{"video_uri", "v"}, {"audio_uri", "good"}}) == 2);
  CHECK(*handler.made == 1);
  CHECK(extracted({{"video_uri", "v"}, {"audio_uri", "bad"}}) == 3);
  CHECK(*handler.made == 2);
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
  // Not for as long as it would wait for an answer, several times over; a busy machine takes its
  // own.
  CHECK(std::chrono::steady_clock::now() - begin < pawl::storage::postgres_options{}.deadline);
  at.proxy.be_silent(false);
}

}  // namespace
