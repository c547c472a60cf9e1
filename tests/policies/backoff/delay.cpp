// SPDX-License-Identifier: BSL-1.0
#include <pawl/policies/backoff.hpp>
#include <pawl/testing/backoff_laws.hpp>

#include <algorithm>
#include <array>

#include "support/catch.hpp"

namespace {

using namespace pawl::literals;
using pawl::backoff_plan;
using pawl::bounds;
using pawl::delay;
using pawl::duration_ms;
using pawl::testing::broken_backoff_law;
using pawl::testing::broken_plan_law;

constexpr duration_ms eternity{INT64_MAX};

constexpr duration_ms ten_seconds_each(unsigned attempt) {
  return {10'000 * static_cast<std::int64_t>(attempt)};
}

TEST_CASE("a plan without a cap waits as long as it says") {
  constexpr backoff_plan own{.model = pawl::backoff_model::custom, .curve = &ten_seconds_each};
  STATIC_REQUIRE(delay(own, 7, 1) == 10_s);
  STATIC_REQUIRE(delay(own, 7, 3) == 30_s);
  constexpr backoff_plan steady{.model = pawl::backoff_model::fixed, .initial = 5_s};
  STATIC_REQUIRE(delay(steady, 7, 9) == 5_s);
  // Whatever its curve says, a due time is a date.
  constexpr backoff_plan endless{.model = pawl::backoff_model::custom,
                                 .curve = [](unsigned) { return duration_ms{INT64_MAX}; }};
  STATIC_REQUIRE(delay(endless, 7, 1) == 3650_d);
}

// Delays are part of what a job was promised, and every process computes them by itself: were one
// of these to change, two versions of a program would disagree about the jobs they share.
TEST_CASE("delays are the same in every build of every version") {
  constexpr auto full = pawl::exponential<2_s, 30_s>::plan.with(pawl::full_jitter::spread);
  constexpr auto decorrelated =
      pawl::exponential<1_s, 10_s>::plan.with(pawl::decorrelated_jitter::spread);
  STATIC_REQUIRE(delay(full, 42, 1) == 428_ms);
  STATIC_REQUIRE(delay(full, 42, 2) == 2637_ms);
  STATIC_REQUIRE(delay(full, {42, 7}, 2) == 792_ms);
  STATIC_REQUIRE(delay(decorrelated, 42, 1) == 1428_ms);
  STATIC_REQUIRE(delay(decorrelated, 42, 3) == 2808_ms);
  STATIC_REQUIRE(delay(decorrelated, 42, 4'000'000'000) == 2292_ms);
}

TEMPLATE_TEST_CASE("every shipped backoff, and the archetype, keep the laws", "",
                   pawl::testing::backoff_archetype, pawl::no_delay, pawl::fixed<1_s>,
                   (pawl::linear<5_s, 1_min>), (pawl::linear<1_ms, eternity>),
                   (pawl::exponential<2_s, 30_s>), (pawl::exponential<1_ms, eternity>),
                   (pawl::exponential<1_s, 7_d, 1.001>), (pawl::exponential<1_s, eternity, 1000>),
                   (pawl::polynomial<1_s, 2, 1_h>), (pawl::polynomial<1_ms, 16, eternity>),
                   (pawl::steps<1_s, 30_s, 10_min>), (pawl::fixed<eternity>)) {
  std::uint64_t jobs = 100;  // were it const, g++ would run the laws itself, for more than a minute
  CHECK(broken_backoff_law<TestType>(jobs) == "");
}

// What the compiler computes is the same code. Chains of decorrelated delays are left out: their
// laws take g++ a minute, and some of their delays are pinned above.
TEST_CASE("the laws hold in the compiler too") {
  STATIC_REQUIRE(
      broken_plan_law(pawl::exponential<1_ms, eternity>::plan.with(pawl::full_jitter::spread), 1)
          .empty());
}

duration_ms shrinking(unsigned attempt) { return {attempt > 5 ? 1000 : 2000}; }
struct shrinks {
  static constexpr backoff_plan plan{
      .model = pawl::backoff_model::custom, .cap = 1_min, .curve = &shrinking};
};

constexpr duration_ms fibonacci(unsigned attempt) {
  std::int64_t now = 1000;
  std::int64_t before = 0;
  for (unsigned i = 1; i < attempt && now < 3'600'000; ++i) {
    const std::int64_t next = now + before;
    before = now;
    now = next;
  }
  return {now};
}
struct fibonacci_backoff {
  static constexpr backoff_plan plan{
      .model = pawl::backoff_model::custom, .cap = 1_h, .curve = &fibonacci};
};

TEST_CASE("a backoff of one's own is a curve") {
  STATIC_REQUIRE(delay(fibonacci_backoff::plan, 1, 1) == 1_s);
  STATIC_REQUIRE(delay(fibonacci_backoff::plan, 1, 6) == 8_s);
  STATIC_REQUIRE(delay(fibonacci_backoff::plan, 1, 4'000'000'000) == 1_h);
  CHECK(broken_backoff_law<fibonacci_backoff>() == "");
}

TEST_CASE("the laws catch a curve that shrinks") {
  CHECK(broken_backoff_law<shrinks>() == "bounds never shrink");
}

TEST_CASE("there is no attempt before the first") {
  constexpr auto plan = pawl::exponential<2_s, 30_s>::plan;
  STATIC_REQUIRE(delay(plan, 1, 0) == delay(plan, 1, 1));
  STATIC_REQUIRE(bounds(plan, 0) == bounds(plan, 1));
}

TEST_CASE("some job comes close to either end of the bounds") {
  const auto plan =
      GENERATE(pawl::exponential<2_s, 30_s>::plan.with(pawl::full_jitter::spread),
               pawl::exponential<2_s, 30_s>::plan.with(pawl::equal_jitter::spread),
               pawl::linear<5_s, 1_min>::plan.with(pawl::full_jitter::spread),
               pawl::exponential<1_s, 10_s>::plan.with(pawl::decorrelated_jitter::spread));
  const unsigned attempt = GENERATE(1U, 2U, 3U, 10U);
  const auto within = bounds(plan, attempt);
  duration_ms shortest = within.max;
  duration_ms longest = within.min;
  for (std::uint64_t job = 0; job < 20'000; ++job) {
    const duration_ms waited = delay(plan, job, attempt);
    shortest = std::min(shortest, waited);
    longest = std::max(longest, waited);
  }
  const std::int64_t close = (within.max.count - within.min.count) / 50;
  CHECK(shortest.count - within.min.count <= close);
  CHECK(within.max.count - longest.count <= close);
}

TEST_CASE("a job that may wait does, if only for a millisecond") {
  constexpr auto plan = pawl::fixed<3_ms>::plan.with(pawl::full_jitter::spread);
  STATIC_REQUIRE(bounds(plan, 1) == pawl::delay_bounds{1_ms, 3_ms});
  std::array<int, 4> waited{};
  for (std::uint64_t job = 0; job < 1'000; ++job)
    ++waited.at(static_cast<std::size_t>(delay(plan, job, 1).count));
  CHECK(waited[0] == 0);
  CHECK(waited[1] > 0);
  CHECK(waited[2] > 0);
  CHECK(waited[3] > 0);
}

TEST_CASE("a plan that no policy would make is still safe") {
  constexpr backoff_plan plans[] = {
      {.model = pawl::backoff_model::fixed, .initial = {-5}, .cap = {10}},
      {.model = pawl::backoff_model::exponential, .initial = {INT64_MIN}, .cap = {INT64_MIN}},
      {.model = pawl::backoff_model::exponential, .initial = {5}, .cap = {-1}, .multiplier = 2},
      {.model = pawl::backoff_model::exponential,
       .initial = eternity,
       .cap = eternity,
       .multiplier = 1000,
       .jitter = {.low = 0, .decorrelated = true}},
      {.model = pawl::backoff_model::linear, .initial = {10}, .cap = {5}},
      {.model = pawl::backoff_model::custom, .cap = {5}},
      {.model = pawl::backoff_model::fixed,
       .initial = {5},
       .cap = {5},
       .jitter = {.low = 2000, .high = 60'000}},
      {.model = pawl::backoff_model::fixed,
       .initial = eternity,
       .cap = eternity,
       .jitter = {.low = 0}},
  };
  for (const backoff_plan& plan : plans)
    for (const unsigned attempt : pawl::testing::telling_attempts)
      for (std::uint64_t job = 0; job < 10; ++job) {
        const duration_ms waited = delay(plan, job, attempt);
        CHECK(waited >= 0_ms);
        CHECK(waited.count <= std::max<std::int64_t>(plan.cap.count, 0));
      }
}

TEST_CASE("the 4'000'000'000th attempt is as cheap as the 64th") {
  // In a constant expression the compiler counts every step, and would refuse a long chain.
  constexpr auto plan =
      pawl::exponential<1_ms, eternity>::plan.with(pawl::decorrelated_jitter::spread);
  STATIC_REQUIRE(delay(plan, 3, 4'000'000'000) >= 1_ms);
  CHECK(broken_plan_law(plan, 1).empty());
}

TEST_CASE("both halves of an id matter") {
  constexpr auto plan = pawl::fixed<1_h>::plan.with(pawl::full_jitter::spread);
  STATIC_REQUIRE(delay(plan, {1, 0}, 1) != delay(plan, {0, 1}, 1));
  STATIC_REQUIRE(delay(plan, {1, 2}, 1) != delay(plan, {2, 2}, 1));
  STATIC_REQUIRE(delay(plan, {1, 2}, 1) != delay(plan, {1, 3}, 1));
}

}  // namespace
