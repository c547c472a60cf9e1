// SPDX-License-Identifier: BSL-1.0
#include <pawl/lifecycle/state.hpp>

#include "support/catch.hpp"

namespace {

using pawl::kind;

enum class place { here, there, nowhere };

TEST_CASE("four kinds are terminal and the others are not") {
  for (auto k : {kind::success, kind::failure, kind::cancelled, kind::dead})
    CHECK(pawl::is_terminal(k));
  for (auto k : {kind::none, kind::dormant, kind::ready, kind::active, kind::waiting})
    CHECK_FALSE(pawl::is_terminal(k));
}

TEST_CASE("the word of a kind lists its states") {
  constexpr auto list = pawl::dormant(place::here, place::nowhere);
  STATIC_REQUIRE(sizeof(list.entries) / sizeof(list.entries[0]) == 2);
  STATIC_REQUIRE(list.entries[1].state == place::nowhere);
  STATIC_REQUIRE(list.entries[1].kind == kind::dormant);
}

TEST_CASE("a state can be a type") {
  STATIC_REQUIRE(pawl::at<place::there>::state == place::there);
}

}  // namespace
