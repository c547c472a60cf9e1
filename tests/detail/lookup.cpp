// SPDX-License-Identifier: BSL-1.0
#include <pawl/detail/lookup.hpp>

#include <type_traits>

#include "support/catch.hpp"

namespace {

using namespace pawl::detail;

struct apple {};
struct pear {};

TEST_CASE("a type is found by its key, wherever it stands") {
  using basket = keyed<keys<1, 2>, apple, pear>;
  STATIC_REQUIRE(std::is_same_v<found<basket, 1, void>, apple>);
  STATIC_REQUIRE(std::is_same_v<found<basket, 2, void>, pear>);
}

TEST_CASE("a key that no entry has, or several, finds the default") {
  STATIC_REQUIRE(std::is_same_v<found<keyed<keys<1>, apple>, 3, pear>, pear>);
  STATIC_REQUIRE(std::is_same_v<found<keyed<keys<>>, 1, void>, void>);
  STATIC_REQUIRE(std::is_same_v<found<keyed<keys<1, 1>, apple, pear>, 1, void>, void>);
  STATIC_REQUIRE(std::is_same_v<found<keyed<keys<1, 1>, pear, pear>, 1, void>, void>);
}

}  // namespace
