// SPDX-License-Identifier: BSL-1.0
#include <pawl/backoff/delay.hpp>
#include <pawl/backoff/steps.hpp>

#include "support/catch.hpp"

namespace {

using namespace pawl::literals;

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

}  // namespace
