// SPDX-License-Identifier: BSL-1.0
#include <pawl/retry.hpp>

#include "support/catch.hpp"

namespace {

using namespace pawl::literals;

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
