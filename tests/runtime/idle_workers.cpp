// SPDX-License-Identifier: BSL-1.0
#include "idle_workers.hpp"

#include <semaphore>

#include <pawl/storage/sqlite.hpp>
#include <pawl/testing/memory_store.hpp>

#include "../storage/directory.hpp"

namespace {

namespace same = runtime_test::idle_workers;
using namespace std::chrono_literals;

const auto in_memory = [](const pawl::testing::manual_clock& clock) {
  return std::make_unique<pawl::testing::memory_store<>>(pawl::storage::memory_options{}, clock);
};
/// A store in a file that lives as long as this.
struct in_a_file {
  std::shared_ptr<support::fresh_directory> directory =
      std::make_shared<support::fresh_directory>();
  auto operator()(const pawl::testing::manual_clock& clock) const {
    return pawl::storage::sqlite<pawl::testing::manual_clock>::open(
               *directory / "jobs.db", {.durability = pawl::storage::durability_level::normal},
               clock)
        .value();
  }
};

TEST_CASE("a process whose workers are busy takes no job from those that are idle") {
  SECTION("in memory") { same::a_busy_process_takes_nothing(in_memory); }
  SECTION("in a file") { same::a_busy_process_takes_nothing(in_a_file{}); }
}
TEST_CASE("what the workers do not enter soon goes back, uncharged and in its place") {
  SECTION("in memory") { same::what_is_not_entered_goes_back(in_memory); }
  SECTION("in a file") { same::what_is_not_entered_goes_back(in_a_file{}); }
}
TEST_CASE("processes that are all busy do not pass jobs to and fro") {
  SECTION("in memory") { same::busy_processes_leave_jobs_in_the_store(in_memory); }
  SECTION("in a file") { same::busy_processes_leave_jobs_in_the_store(in_a_file{}); }
}
TEST_CASE("as many jobs are held ahead as the workers enter in a moment") {
  SECTION("in memory") { same::as_much_is_held_as_is_entered_in_a_moment(in_memory); }
  SECTION("in a file") { same::as_much_is_held_as_is_entered_in_a_moment(in_a_file{}); }
}
TEST_CASE("an urgent job goes before less urgent ones that are held") {
  SECTION("in memory") { same::an_urgent_job_goes_before_what_is_held(in_memory); }
  SECTION("in a file") { same::an_urgent_job_goes_before_what_is_held(in_a_file{}); }
}

/// Waits until the test lets it go.
struct gated : pawl::job<"idle.gated", pawl::lifecycles::service> {
  struct gate {
    std::binary_semaphore entered{0};
    std::binary_semaphore opened{0};
  };
  std::shared_ptr<gate> at = std::make_shared<gate>();
  outcome<void> operator()(context&, int) const {
    at->entered.release();
    at->opened.acquire();
    return {};
  }
};
struct brief : pawl::job<"idle.brief", pawl::lifecycles::service> {
  outcome<void> operator()(context&, int) const { return {}; }
};

TEST_CASE("an idle process hears of work although a busy one listens on the same file") {
  const unsigned prefetch = GENERATE(0U, 32U);
  const support::fresh_directory directory;
  const auto open = [&] {
    return pawl::storage::sqlite<>::open(directory / "jobs.db",
                                         {.durability = pawl::storage::durability_level::normal})
        .value();
  };
  const gated slow;
  pawl::service busy{open(), slow, brief{}};
  pawl::service idle{open(), slow, brief{}};
  const auto me = busy.as({.tenant = "acme", .user = "ann", .organisation = {}});
  const pawl::service_options options{
      .workers = 1, .prefetch = prefetch, .poll = 1h, .log = pawl::observe::no_log{}};
  REQUIRE(busy.start(options));
  // It knows its jobs to be short.
  for (int i = 0; i < 50; ++i) REQUIRE(me.submit<brief>(i));
  REQUIRE(me.wait(*me.submit<brief>(50), 60s)->state == "succeeded");
  REQUIRE(me.submit<gated>(1));
  REQUIRE(slow.at->entered.try_acquire_for(60s));
  SECTION("before the other starts") {
    std::vector<pawl::job_ref<brief>> all;
    for (int i = 0; i < 20; ++i) all.push_back(me.submit<brief>(i).value());
    REQUIRE(idle.start(options));
    for (const auto& job : all) CHECK(me.wait(job, 60s)->state == "succeeded");
  }
  SECTION("one by one") {
    REQUIRE(idle.start(options));
    for (int i = 0; i < 20; ++i) CHECK(me.wait(*me.submit<brief>(i), 60s)->state == "succeeded");
  }
  slow.at->opened.release();
  idle.stop();
  busy.stop();
}

}  // namespace
