// SPDX-License-Identifier: BSL-1.0
#include <pawl/policies/limits/gcra.hpp>

#include <pawl/testing/limits_laws.hpp>

#include "support/catch.hpp"

namespace {

using namespace pawl;
using namespace pawl::literals;
using pawl::testing::broken_rate_law;

TEST_CASE("an idle key may use its burst at once, and then one for each interval") {
  const gcra_parameters rate(3, 6_s, 3);
  gcra_state state;
  duration_ms now{1'000'000};
  for (int i = 0; i < 3; ++i) {
    const gcra_answer answer = gcra(state, now, rate);
    REQUIRE(answer.allowed);
    state = answer.state;
  }
  const gcra_answer fourth = gcra(state, now, rate);
  CHECK_FALSE(fourth.allowed);
  CHECK(fourth.retry_after == 2_s);
  now.count += 2000;
  CHECK(gcra(state, now, rate).allowed);
}

TEST_CASE("a rate that does not divide its window is rounded down, by nanoseconds") {
  CHECK(gcra_parameters(7, 1_s, 1).interval_ns == 142'857'143);
  CHECK(gcra_parameters(700'000, 1_s, 1).interval_ns == 1429);
  CHECK(gcra_parameters(1, 3650_d, 1).interval_ns == std::int64_t{3650} * 86'400'000 * 1'000'000);
}

TEST_CASE("a caller that keeps the interval is never refused") {
  for (const int count : {1, 2, 4, 5, 8, 10, 20}) {
    const gcra_parameters rate(count, 1_s, 1);
    gcra_state state;
    for (int i = 0; i < 1000; ++i) {
      const gcra_answer answer = gcra(state, {1'000'000 + std::int64_t{i} * 1000 / count}, rate);
      REQUIRE(answer.allowed);
      state = answer.state;
    }
  }
}

TEST_CASE("no window has more submissions than the count and its burst") {
  unsigned random = 1;
  const auto next = [&random](unsigned below) {
    random = random * 1'664'525 + 1'013'904'223;
    return static_cast<int>((random >> 8) % below);
  };
  for (int count = 1; count <= 7; ++count)
    for (int burst = 1; burst <= count; ++burst)
      for (const int window : {1, 2, 3, 5, 7, 10, 13, 50}) {
        CAPTURE(count, burst, window);
        REQUIRE(broken_rate_law(count, {window}, burst, {0, 0, 0, 1}) == "");  // as fast as it goes
        REQUIRE(broken_rate_law(count, {window}, burst, {0}) == "");
        REQUIRE(broken_rate_law(count, {window}, burst, {1, window}) == "");
        for (int round = 0; round < 20; ++round) {
          int gaps[31];
          for (int& gap : gaps) gap = next(4) == 0 ? next(static_cast<unsigned>(2 * window)) : 0;
          REQUIRE(broken_rate_law(count, {window}, burst, gaps) == "");
        }
      }
}

TEST_CASE("a burst of one keeps every window at the count") {
  const gcra_parameters rate(5, 100_ms, 1);
  gcra_state state;
  std::int64_t allowed = 0;
  for (std::int64_t now = 1000; now < 1100; ++now)
    if (const gcra_answer answer = gcra(state, {now}, rate); answer.allowed) {
      state = answer.state;
      ++allowed;
    }
  CHECK(allowed == 5);
}

TEST_CASE("a clock that was set back costs a key no more than its burst") {
  const gcra_parameters rate(10, 10_s, 10);
  gcra_state state;
  for (int i = 0; i < 10; ++i) state = gcra(state, {3'600'000 * 24}, rate).state;
  const gcra_answer an_hour_back = gcra(state, {3'600'000 * 23}, rate);
  CHECK_FALSE(an_hour_back.allowed);
  CHECK(an_hour_back.retry_after == 1_s);
}

TEST_CASE("a configured count takes the place of the declared one, and the burst follows") {
  const limit_description whole{.count = 20, .most = 40, .window = 1_min, .burst = 20};
  CHECK(rate_of(whole).interval_ns == 3'000'000'000);
  CHECK(rate_of(whole).tolerance_ns == 60'000'000'000);
  CHECK(rate_of(whole, 40).interval_ns == 1'500'000'000);
  CHECK(rate_of(whole, 40).tolerance_ns == 60'000'000'000);
  const limit_description small{.count = 20, .most = 40, .window = 1_min, .burst = 5};
  CHECK(rate_of(small, 40).tolerance_ns == 5 * rate_of(small, 40).interval_ns);
  CHECK(rate_of(small, 2).tolerance_ns == 2 * rate_of(small, 2).interval_ns);
}

// The algorithm in a static_assert.
static_assert(gcra({}, {1000}, gcra_parameters(1, 1_s, 1)).allowed);
static_assert(broken_rate_law(3, {10}, 2, {0, 0, 3}).empty());

}  // namespace
