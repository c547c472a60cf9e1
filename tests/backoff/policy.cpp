// SPDX-License-Identifier: BSL-1.0
#include <pawl/backoff.hpp>
#include <pawl/testing/backoff_laws.hpp>
#include <pawl/testing/jitter_laws.hpp>

#include "support/catch.hpp"

// With external linkage: Clang reports constants that nobody can use.
namespace lacking_for_backoff {

struct without_plan {};
struct with_a_mutable_plan {
  static inline pawl::backoff_plan plan{};
};
struct with_a_plan_of_another_type {
  static constexpr pawl::duration_ms plan{};
};
struct without_spread {};
struct with_a_spread_of_another_type {
  static constexpr int spread = 500;
};

}  // namespace lacking_for_backoff

namespace {

using namespace lacking_for_backoff;
using namespace pawl::literals;
using pawl::backoff_policy;
using pawl::jitter_policy;

TEST_CASE("a backoff needs a constant plan") {
  STATIC_REQUIRE(backoff_policy<pawl::testing::backoff_archetype>);
  STATIC_REQUIRE(!backoff_policy<without_plan>);
  STATIC_REQUIRE(!backoff_policy<with_a_mutable_plan>);
  STATIC_REQUIRE(!backoff_policy<with_a_plan_of_another_type>);
  STATIC_REQUIRE(!backoff_policy<int>);
}

TEST_CASE("a jitter needs a constant spread") {
  STATIC_REQUIRE(jitter_policy<pawl::testing::jitter_archetype>);
  STATIC_REQUIRE(!jitter_policy<without_spread>);
  STATIC_REQUIRE(!jitter_policy<with_a_spread_of_another_type>);
  STATIC_REQUIRE(!jitter_policy<int>);
}

TEST_CASE("every shipped model is what it claims to be, and nothing else") {
  STATIC_REQUIRE(backoff_policy<pawl::no_delay> && !jitter_policy<pawl::no_delay>);
  STATIC_REQUIRE(backoff_policy<pawl::fixed<1_s>>);
  STATIC_REQUIRE(backoff_policy<pawl::linear<1_s, 1_min>>);
  STATIC_REQUIRE(backoff_policy<pawl::exponential<1_s, 1_min>>);
  STATIC_REQUIRE(backoff_policy<pawl::polynomial<1_s, 2, 1_min>>);
  STATIC_REQUIRE(backoff_policy<pawl::steps<1_s, 1_min>>);
  STATIC_REQUIRE(jitter_policy<pawl::no_jitter> && !backoff_policy<pawl::no_jitter>);
  STATIC_REQUIRE(jitter_policy<pawl::full_jitter>);
  STATIC_REQUIRE(jitter_policy<pawl::equal_jitter>);
  STATIC_REQUIRE(jitter_policy<pawl::decorrelated_jitter>);
}

TEST_CASE("no model of backoff or jitter has state") {
  STATIC_REQUIRE(sizeof(pawl::no_delay) == 1);
  STATIC_REQUIRE(sizeof(pawl::fixed<1_s>) == 1);
  STATIC_REQUIRE(sizeof(pawl::linear<1_s, 1_min>) == 1);
  STATIC_REQUIRE(sizeof(pawl::exponential<1_s, 1_min>) == 1);
  STATIC_REQUIRE(sizeof(pawl::polynomial<1_s, 2, 1_min>) == 1);
  STATIC_REQUIRE(sizeof(pawl::steps<1_s, 1_min>) == 1);
  STATIC_REQUIRE(sizeof(pawl::no_jitter) == 1);
  STATIC_REQUIRE(sizeof(pawl::full_jitter) == 1);
  STATIC_REQUIRE(sizeof(pawl::equal_jitter) == 1);
  STATIC_REQUIRE(sizeof(pawl::decorrelated_jitter) == 1);
}

}  // namespace
