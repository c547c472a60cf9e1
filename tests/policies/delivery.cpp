// SPDX-License-Identifier: BSL-1.0
#include <pawl/policies/delivery.hpp>

#include <pawl/job.hpp>

#include "support/catch.hpp"

namespace {

using namespace pawl;

struct archetype {
  static constexpr pawl::axis axis = pawl::axis::delivery;
  static constexpr bool begins_once = false;
};
struct without_a_word {
  static constexpr pawl::axis axis = pawl::axis::delivery;
};

TEST_CASE("what is begun at most once has one attempt", "[SVC-34]") {
  using once = job<"pay", lifecycles::service, at_most_once>;
  STATIC_REQUIRE(once::retry::max_attempts == 1);
  STATIC_REQUIRE(type_of<once>.at_most_once);
  using again = job<"pay", lifecycles::service>;
  STATIC_REQUIRE(again::retry::max_attempts == default_retry::max_attempts);
  STATIC_REQUIRE_FALSE(type_of<again>.at_most_once);
}

TEST_CASE("a policy on delivery says its axis and one word, and no more") {
  STATIC_REQUIRE(delivery_policy<archetype>);
  STATIC_REQUIRE(delivery_policy<at_least_once> && delivery_policy<at_most_once>);
  STATIC_REQUIRE_FALSE(delivery_policy<without_a_word>);
  STATIC_REQUIRE(sizeof(at_most_once) == 1);
}

}  // namespace
