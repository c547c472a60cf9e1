// SPDX-License-Identifier: BSL-1.0
#include <pawl/backoff.hpp>
#include <pawl/testing/jitter_laws.hpp>

#include <algorithm>
#include <array>

#include "support/catch.hpp"

namespace {

using namespace pawl::literals;
using pawl::bounds;
using pawl::delay_bounds;
using pawl::testing::broken_jitter_law;

constexpr auto doubling = pawl::exponential<2_s, 30_s>::plan;

TEST_CASE("each jitter publishes the bounds it is known for") {
  STATIC_REQUIRE(bounds(doubling.with(pawl::no_jitter::spread), 2) == delay_bounds{4_s, 4_s});
  STATIC_REQUIRE(bounds(doubling.with(pawl::full_jitter::spread), 2) == delay_bounds{0_ms, 4_s});
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
