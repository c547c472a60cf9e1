// SPDX-License-Identifier: BSL-1.0
#include <pawl/backoff/delay.hpp>
#include <pawl/backoff/polynomial.hpp>

#include "support/catch.hpp"

namespace {

using namespace pawl::literals;

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

}  // namespace
