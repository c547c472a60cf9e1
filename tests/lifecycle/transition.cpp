// SPDX-License-Identifier: BSL-1.0
#include <pawl/lifecycle/transition.hpp>

#include <pawl/lifecycle/table.hpp>

#include "support/catch.hpp"

namespace {

enum class place { here, there };
enum class move { walk, run };

struct words : pawl::lifecycle {
  static constexpr auto plain = place::here + on(move::walk) = place::there;
  static constexpr auto guarded = place::here + on(move::run)[attempts_left] = place::there;
  static constexpr auto from_anywhere = live + on(move::run) = place::here;
  static constexpr auto excluded = place::there + never(move::walk);
};

using scope = decltype(words::plain.where);

TEST_CASE("a row reads as it is written") {
  STATIC_REQUIRE(words::plain.from == place::here);
  STATIC_REQUIRE(words::plain.on == move::walk);
  STATIC_REQUIRE(words::plain.to == place::there);
  STATIC_REQUIRE(!words::plain.guard);
  STATIC_REQUIRE(words::plain.where == scope::state);
  STATIC_REQUIRE(words::guarded.guard.name == "attempts_left");
  STATIC_REQUIRE(words::from_anywhere.where == scope::live);
  STATIC_REQUIRE(words::from_anywhere.to == place::here);
  STATIC_REQUIRE(words::excluded.where == scope::never);
}

}  // namespace
