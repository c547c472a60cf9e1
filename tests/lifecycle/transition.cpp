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
  static constexpr auto by_some = place::here + on(move::run).by(api | user) = place::there;
  static constexpr auto guarded_by_one = place::here + on(move::run)[attempts_left].by(workflow) =
                                             place::there;
  static constexpr auto by_one_guarded = place::here + on(move::run).by(workflow)[attempts_left] =
                                             place::there;
  static constexpr auto from_anywhere_by_one = live + on(move::run).by(system) = place::here;
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

TEST_CASE("a row says who may take it; any, if it does not", "[lifecycle]") {
  STATIC_REQUIRE(words::plain.by.is_any());
  STATIC_REQUIRE(words::by_some.by == (pawl::trigger::user | pawl::trigger::api));
  STATIC_REQUIRE(words::guarded_by_one.by == pawl::trigger::workflow);
  STATIC_REQUIRE(words::guarded_by_one.guard.name == "attempts_left");
  STATIC_REQUIRE(words::by_one_guarded.by == words::guarded_by_one.by);
  STATIC_REQUIRE(words::by_one_guarded.guard.name == "attempts_left");
  STATIC_REQUIRE(words::from_anywhere_by_one.by == pawl::trigger::system);
  STATIC_REQUIRE(words::from_anywhere_by_one.where == scope::live);
  STATIC_REQUIRE(words::excluded.by.is_any());
}

}  // namespace
