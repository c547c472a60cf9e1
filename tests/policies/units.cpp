// SPDX-License-Identifier: BSL-1.0
#include <pawl/policies/units.hpp>

#include <chrono>
#include <type_traits>

#include "support/catch.hpp"

namespace {

using namespace pawl::literals;
using pawl::duration_ms;

template <duration_ms Length>
struct lasting {
  static constexpr duration_ms length = Length;
};

TEST_CASE("a duration is written with its unit and can be a template argument") {
  STATIC_REQUIRE((5_s).count == 5'000);
  STATIC_REQUIRE(1_min == 60_s);
  STATIC_REQUIRE(1_h == 60_min);
  STATIC_REQUIRE(1_d == 24_h);
  STATIC_REQUIRE(999_ms < 1_s);
  STATIC_REQUIRE(lasting<5_min>::length == 300_s);
}

TEST_CASE("a duration becomes any std::chrono duration that holds every millisecond") {
  STATIC_REQUIRE(std::chrono::milliseconds(1500_ms) == std::chrono::milliseconds(1500));
  STATIC_REQUIRE(std::chrono::nanoseconds(2_s) == std::chrono::seconds(2));
  STATIC_REQUIRE(std::is_convertible_v<duration_ms, std::chrono::microseconds>);
  STATIC_REQUIRE(!std::is_convertible_v<duration_ms, std::chrono::seconds>);
}

}  // namespace
