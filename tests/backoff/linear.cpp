// SPDX-License-Identifier: BSL-1.0
#include <pawl/backoff/delay.hpp>
#include <pawl/backoff/linear.hpp>

#include "support/catch.hpp"

namespace {

using namespace pawl::literals;

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

}  // namespace
