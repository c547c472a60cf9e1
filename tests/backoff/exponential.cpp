// SPDX-License-Identifier: BSL-1.0
#include <pawl/backoff/delay.hpp>
#include <pawl/backoff/exponential.hpp>

#include "support/catch.hpp"

namespace {

using namespace pawl::literals;

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

}  // namespace
