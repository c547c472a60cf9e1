// SPDX-License-Identifier: BSL-1.0
#include <pawl/backoff/delay.hpp>
#include <pawl/backoff/fixed.hpp>

#include "support/catch.hpp"

namespace {

using namespace pawl::literals;

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

}  // namespace
