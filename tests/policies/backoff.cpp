// SPDX-License-Identifier: BSL-1.0
#include <pawl/policies/backoff.hpp>
#include <pawl/policies/backoff/delay.hpp>
#include <pawl/testing/backoff_laws.hpp>
#include <pawl/testing/jitter_laws.hpp>

#include <algorithm>
#include <array>

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

TEST_CASE("without a delay a retry is due at once") {
  STATIC_REQUIRE(pawl::delay(pawl::no_delay::plan, 1, 1) == 0_ms);
  STATIC_REQUIRE(pawl::delay(pawl::no_delay::plan, 1, 4'000'000'000) == 0_ms);
}

TEST_CASE("a fixed delay is the same after every attempt") {
  constexpr auto plan = pawl::fixed<1500_ms>::plan;
  STATIC_REQUIRE(pawl::delay(plan, 1, 1) == 1500_ms);
  STATIC_REQUIRE(pawl::delay(plan, 1, 2) == 1500_ms);
  STATIC_REQUIRE(pawl::delay(plan, 1, 4'000'000'000) == 1500_ms);
  STATIC_REQUIRE(plan.cap == 1500_ms);
}

TEST_CASE("a linear delay grows by one step with each attempt, up to the cap") {
  constexpr auto plan = pawl::linear<5_s, 17_s>::plan;
  STATIC_REQUIRE(pawl::delay(plan, 1, 1) == 5_s);
  STATIC_REQUIRE(pawl::delay(plan, 1, 2) == 10_s);
  STATIC_REQUIRE(pawl::delay(plan, 1, 3) == 15_s);
  STATIC_REQUIRE(pawl::delay(plan, 1, 4) == 17_s);
  STATIC_REQUIRE(pawl::delay(plan, 1, 4'294'967'295) == 17_s);
}

TEST_CASE("a linear delay without a practical cap does not overflow") {
  constexpr auto plan = pawl::linear<1_d, pawl::duration_ms{INT64_MAX}>::plan;
  STATIC_REQUIRE(pawl::delay(plan, 1, 1000) == 1000_d);
  STATIC_REQUIRE(pawl::delay(plan, 1, 4'294'967'295) == 4'294'967'295_d);
  constexpr auto century = pawl::linear<36'525_d, pawl::duration_ms{INT64_MAX}>::plan;
  STATIC_REQUIRE(pawl::delay(century, 1, 4'294'967'295).count == INT64_MAX);
}

TEST_CASE("an exponential delay doubles with each attempt, up to the cap") {
  constexpr auto plan = pawl::exponential<2_s, 30_s>::plan;
  STATIC_REQUIRE(pawl::delay(plan, 1, 1) == 2_s);
  STATIC_REQUIRE(pawl::delay(plan, 1, 2) == 4_s);
  STATIC_REQUIRE(pawl::delay(plan, 1, 3) == 8_s);
  STATIC_REQUIRE(pawl::delay(plan, 1, 4) == 16_s);
  STATIC_REQUIRE(pawl::delay(plan, 1, 5) == 30_s);
  STATIC_REQUIRE(pawl::delay(plan, 1, 4'294'967'295) == 30_s);
}

TEST_CASE("the multiplier may be any number from 1, with decimals") {
  constexpr auto half = pawl::exponential<1_s, 1_h, 1.5>::plan;
  STATIC_REQUIRE(pawl::delay(half, 1, 2) == 1500_ms);
  STATIC_REQUIRE(pawl::delay(half, 1, 3) == 2250_ms);
  STATIC_REQUIRE(pawl::delay(half, 1, 4) == 3375_ms);
  constexpr auto ten = pawl::exponential<1_ms, 1_h, 10>::plan;
  STATIC_REQUIRE(pawl::delay(ten, 1, 7) == 1000_s);
  constexpr auto constant = pawl::exponential<3_s, 1_h, 1>::plan;
  STATIC_REQUIRE(pawl::delay(constant, 1, 4'294'967'295) == 3_s);
}

TEST_CASE("powers of two stay exact to the end of time") {
  constexpr auto plan = pawl::exponential<1_ms, pawl::duration_ms{INT64_MAX}>::plan;
  for (unsigned attempt = 1; attempt <= 63; ++attempt)
    CHECK(pawl::delay(plan, 1, attempt).count == std::int64_t{1} << (attempt - 1));
  CHECK(pawl::delay(plan, 1, 64).count == INT64_MAX);
  CHECK(pawl::delay(plan, 1, 4'294'967'295).count == INT64_MAX);
}

TEST_CASE("a multiplier close to 1 reaches the cap, however late, and never shrinks on the way") {
  constexpr auto plan = pawl::exponential<1_ms, 365_d, 1.001>::plan;
  pawl::duration_ms before{};
  for (unsigned attempt = 1; attempt < 30'000; ++attempt) {
    const auto now = pawl::delay(plan, 1, attempt);
    REQUIRE(now >= before);
    before = now;
  }
  CHECK(before == 365_d);
}

TEST_CASE("a polynomial delay grows with a power of the attempt, up to the cap") {
  constexpr auto square = pawl::polynomial<1_s, 2, 20_s>::plan;
  STATIC_REQUIRE(pawl::delay(square, 1, 1) == 1_s);
  STATIC_REQUIRE(pawl::delay(square, 1, 2) == 4_s);
  STATIC_REQUIRE(pawl::delay(square, 1, 3) == 9_s);
  STATIC_REQUIRE(pawl::delay(square, 1, 4) == 16_s);
  STATIC_REQUIRE(pawl::delay(square, 1, 5) == 20_s);
  constexpr auto fourth = pawl::polynomial<1_s, 4, 30_d>::plan;
  STATIC_REQUIRE(pawl::delay(fourth, 1, 10) == 10'000_s);
}

TEST_CASE("a polynomial delay of the highest degree does not overflow") {
  constexpr auto plan = pawl::polynomial<1_d, 16, pawl::duration_ms{INT64_MAX}>::plan;
  STATIC_REQUIRE(pawl::delay(plan, 1, 2) == 65'536_d);
  STATIC_REQUIRE(pawl::delay(plan, 1, 4'294'967'295).count == INT64_MAX);
}

TEST_CASE("steps are taken one by one, and the last one stays") {
  constexpr auto plan = pawl::steps<1_s, 30_s, 10_min>::plan;
  STATIC_REQUIRE(pawl::delay(plan, 1, 1) == 1_s);
  STATIC_REQUIRE(pawl::delay(plan, 1, 2) == 30_s);
  STATIC_REQUIRE(pawl::delay(plan, 1, 3) == 10_min);
  STATIC_REQUIRE(pawl::delay(plan, 1, 4) == 10_min);
  STATIC_REQUIRE(pawl::delay(plan, 1, 4'294'967'295) == 10_min);
  STATIC_REQUIRE(plan.cap == 10_min);
  STATIC_REQUIRE(pawl::delay(pawl::steps<5_s>::plan, 1, 7) == 5_s);
}

using pawl::bounds;
using pawl::delay_bounds;
using pawl::testing::broken_jitter_law;

constexpr auto doubling = pawl::exponential<2_s, 30_s>::plan;

TEST_CASE("each jitter publishes the bounds it is known for") {
  STATIC_REQUIRE(bounds(doubling.with(pawl::no_jitter::spread), 2) == delay_bounds{4_s, 4_s});
  STATIC_REQUIRE(bounds(doubling.with(pawl::full_jitter::spread), 2) == delay_bounds{1_ms, 4_s});
  STATIC_REQUIRE(bounds(doubling.with(pawl::equal_jitter::spread), 2) == delay_bounds{2_s, 4_s});
}

TEST_CASE("decorrelated jitter reaches from the first delay to three times the one before") {
  constexpr auto plan = pawl::exponential<1_s, 10_s>::plan.with(pawl::decorrelated_jitter::spread);
  STATIC_REQUIRE(bounds(plan, 1) == delay_bounds{1_s, 3_s});
  STATIC_REQUIRE(bounds(plan, 2) == delay_bounds{1_s, 9_s});
  STATIC_REQUIRE(bounds(plan, 3) == delay_bounds{1_s, 10_s});
  STATIC_REQUIRE(bounds(plan, 4'294'967'295) == delay_bounds{1_s, 10_s});
}

TEST_CASE("the multiplier widens a decorrelated chain") {
  constexpr auto plan =
      pawl::exponential<1_s, 1_h, 4>::plan.with(pawl::decorrelated_jitter::spread);
  STATIC_REQUIRE(bounds(plan, 1) == delay_bounds{1_s, 5_s});
  STATIC_REQUIRE(bounds(plan, 2) == delay_bounds{1_s, 25_s});
}

TEST_CASE("a jitter is called by its name") {
  STATIC_REQUIRE(name_of(pawl::no_jitter::spread) == "none");
  STATIC_REQUIRE(name_of(pawl::full_jitter::spread) == "full");
  STATIC_REQUIRE(name_of(pawl::equal_jitter::spread) == "equal");
  STATIC_REQUIRE(name_of(pawl::decorrelated_jitter::spread) == "decorrelated");
  STATIC_REQUIRE(name_of(pawl::jitter_spread{900, 1000}) == "custom");
}

struct slight {
  static constexpr pawl::jitter_spread spread{.low = 900, .high = 1000};
};
struct upside_down {
  static constexpr pawl::jitter_spread spread{.low = 1000, .high = 900};
};

TEST_CASE("every shipped jitter, one's own and the archetype keep the laws") {
  CHECK(broken_jitter_law<pawl::no_jitter>() == "");
  CHECK(broken_jitter_law<pawl::full_jitter>() == "");
  CHECK(broken_jitter_law<pawl::equal_jitter>() == "");
  CHECK(broken_jitter_law<pawl::decorrelated_jitter>() == "");
  CHECK(broken_jitter_law<slight>() == "");
  CHECK(broken_jitter_law<pawl::testing::jitter_archetype>() == "");
}

TEST_CASE("the laws catch a jitter that is none") {
  CHECK(broken_jitter_law<upside_down>() == "low <= high <= 1000");
}

/// The fullest one-second bucket when so many jobs fail at one moment.
template <class Seed>
std::size_t fullest_second(const pawl::backoff_plan& plan, unsigned attempt, std::size_t jobs,
                           Seed seed) {
  std::array<std::size_t, 3600> buckets{};
  for (std::size_t job = 0; job < jobs; ++job)
    ++buckets.at(static_cast<std::size_t>(pawl::delay(plan, seed(job), attempt).count / 1000));
  return *std::ranges::max_element(buckets);
}

TEST_CASE("10,000 jobs that fail together come back spread: no second holds more than 3 %") {
  constexpr auto plan = pawl::exponential<60_s, 60_s>::plan.with(pawl::full_jitter::spread);
  const auto counted = [](std::size_t job) { return pawl::jitter_seed(job); };
  // The ids of a batch: one timestamp, then a counter in the low bits.
  const auto batch = [](std::size_t job) {
    return pawl::jitter_seed(0x0190'8f5c'7e2a'7000U + job / 4096, 0x8000'0000'0000'0000U + job);
  };
  // Ids that differ only in their upper half.
  const auto upper = [](std::size_t job) { return pawl::jitter_seed(job << 40U, 0); };
  for (const unsigned attempt : {1U, 2U, 7U}) {
    CHECK(fullest_second(plan, attempt, 10'000, counted) <= 300);
    CHECK(fullest_second(plan, attempt, 10'000, batch) <= 300);
    CHECK(fullest_second(plan, attempt, 10'000, upper) <= 300);
  }
}

TEST_CASE("a job is not early, or late, each time") {
  constexpr auto plan = pawl::fixed<60_s>::plan.with(pawl::full_jitter::spread);
  std::size_t early_twice = 0;
  for (std::uint64_t job = 0; job < 10'000; ++job)
    early_twice += pawl::delay(plan, job, 1) < 30_s && pawl::delay(plan, job, 2) < 30_s ? 1U : 0U;
  CHECK(early_twice > 2300);
  CHECK(early_twice < 2700);
}

}  // namespace
