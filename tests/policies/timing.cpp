// SPDX-License-Identifier: BSL-1.0
// Timeout, heartbeat and lease, and the rules between them.
#include <chrono>

#include <pawl/policies/timing.hpp>
#include <pawl/testing/timing_laws.hpp>

#include "support/catch.hpp"

namespace {

using namespace pawl;
using namespace pawl::literals;

TEST_CASE("a handler is given up a minute after its timeout, or when the policy says") {
  STATIC_REQUIRE(timeout<5_min>::limit == 5_min);
  STATIC_REQUIRE(timeout<5_min>::rescue == 6_min);
  STATIC_REQUIRE(timeout<5_min, rescue_after<301_s>>::rescue == 301_s);
  STATIC_REQUIRE(default_timeout::limit == 10_min);
  STATIC_REQUIRE_FALSE(no_timeout::bounded);
  const std::chrono::milliseconds at_run_time = timeout<5_min>::limit;
  CHECK(at_run_time == std::chrono::minutes(5));
}

TEST_CASE("a heartbeat is a third of the lease unless the policy says") {
  STATIC_REQUIRE(third_of_lease::interval(60_s) == 20_s);
  STATIC_REQUIRE(third_of_lease::interval(1_ms) == 1_ms);
  STATIC_REQUIRE(heartbeat<5_s>::interval(60_s) == 5_s);
}

TEST_CASE("the times of a job type are gathered where they are checked") {
  using defaults = timing_rules<default_timeout, default_heartbeat, default_lease>;
  STATIC_REQUIRE(sizeof(defaults) == 1);
  STATIC_REQUIRE(defaults::lease == 60_s);
  STATIC_REQUIRE(defaults::heartbeat == 20_s);
  STATIC_REQUIRE(defaults::timeout == 10_min);
  STATIC_REQUIRE(defaults::rescue == 11_min);
  STATIC_REQUIRE(defaults::bounded);
  STATIC_REQUIRE_FALSE(timing_rules<no_timeout, heartbeat<1_s>, lease<3_s>>::bounded);
}

TEST_CASE("by default a lost worker is noticed well within five minutes") {
  STATIC_REQUIRE(2 * default_lease::length.count < (5_min).count);
}

struct rescued_too_soon : testing::timeout_archetype {
  static constexpr duration_ms rescue{1};
};
struct no_time_at_all : testing::timeout_archetype {
  static constexpr duration_ms limit{0};
};
struct unbounded_with_a_limit : testing::timeout_archetype {
  static constexpr bool bounded = false;
};
struct lease_of_nothing : testing::lease_archetype {
  static constexpr duration_ms length{0};
};
struct never_beats : testing::heartbeat_archetype {
  static constexpr duration_ms interval(duration_ms) { return {}; }
};
struct beats_once : testing::heartbeat_archetype {
  static constexpr duration_ms interval(duration_ms lease) { return lease; }
};

TEST_CASE("times that break a law are named with the law") {
  using namespace pawl::testing;
  CHECK(broken_timeout_law<rescued_too_soon>() == "a handler is given up after its timeout");
  CHECK(broken_timeout_law<no_time_at_all>() == "a timeout is longer than zero");
  CHECK(broken_timeout_law<unbounded_with_a_limit>() == "a job without a timeout has no times");
  CHECK(broken_lease_law<lease_of_nothing>() == "a lease is longer than zero");
  CHECK(broken_heartbeat_law<never_beats, default_lease>() ==
        "there is time between two heartbeats");
  CHECK(broken_heartbeat_law<beats_once, default_lease>() ==
        "two heartbeats may fail before a lease is lost");
}

}  // namespace
