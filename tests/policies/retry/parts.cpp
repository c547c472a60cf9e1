// SPDX-License-Identifier: BSL-1.0
#include <pawl/policies/retry.hpp>

#include "support/catch.hpp"

namespace {

using namespace pawl::literals;
namespace error = pawl::error;

TEST_CASE("no part of a retry policy has state") {
  STATIC_REQUIRE(sizeof(pawl::attempts<3>) == 1);
  STATIC_REQUIRE(sizeof(pawl::retry_on<error::network_timeout, error::rate_limited>) == 1);
  STATIC_REQUIRE(sizeof(pawl::fatal_on<error::network_timeout>) == 1);
  STATIC_REQUIRE(sizeof(pawl::overridable<pawl::attempts_up_to<3>>) == 1);
}

TEST_CASE("each part is known by its kind") {
  using pawl::detail::retry_part;
  using pawl::detail::retry_part_of;
  STATIC_REQUIRE(retry_part_of<pawl::attempts<3>>() == retry_part::attempts);
  STATIC_REQUIRE(retry_part_of<pawl::fixed<1_s>>() == retry_part::backoff);
  STATIC_REQUIRE(retry_part_of<pawl::equal_jitter>() == retry_part::jitter);
  STATIC_REQUIRE(retry_part_of<pawl::retry_on<>>() == retry_part::retry_on);
  STATIC_REQUIRE(retry_part_of<pawl::fatal_on<>>() == retry_part::fatal_on);
  STATIC_REQUIRE(retry_part_of<pawl::overridable<pawl::attempts_up_to<3>>>() ==
                 retry_part::overridable);
  STATIC_REQUIRE(retry_part_of<pawl::attempts_up_to<3>>() == retry_part::unknown);
  STATIC_REQUIRE(retry_part_of<int>() == retry_part::unknown);
}

TEST_CASE("what may be overridden is a value", "[SVC-04]") {
  using part = pawl::overridable<pawl::multiplier_up_to<4>, pawl::attempts_up_to<10>,
                                 pawl::delays_between<1_s, 1_h>>;
  STATIC_REQUIRE(part::bounds ==
                 pawl::override_bounds{
                     .attempts_up_to = 10, .shortest = 1_s, .longest = 1_h, .multiplier_up_to = 4});
  STATIC_REQUIRE(pawl::retry<part>::overrides == part::bounds);
}

TEST_CASE("a policy that says nothing allows nothing but fewer attempts", "[SVC-04]") {
  STATIC_REQUIRE(pawl::retry<>::overrides == pawl::override_bounds{});
}

}  // namespace
