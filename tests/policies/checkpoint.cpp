// SPDX-License-Identifier: BSL-1.0
#include <pawl/policies/checkpoint.hpp>

#include <type_traits>

#include "support/catch.hpp"

namespace {

using namespace pawl;

struct archetype {
  static constexpr pawl::axis axis = pawl::axis::checkpoint;
  using saved = int;
};
struct without_type {
  static constexpr pawl::axis axis = pawl::axis::checkpoint;
};
struct of_another_axis {
  static constexpr pawl::axis axis = pawl::axis::codec;
  using saved = int;
};

TEST_CASE("a job type saves one type of checkpoints, or none") {
  STATIC_REQUIRE(std::is_same_v<checkpoint<int>::saved, int>);
  STATIC_REQUIRE(std::is_void_v<default_checkpoint::saved>);
}

TEST_CASE("a policy on checkpoints says its axis and its type, and no more") {
  STATIC_REQUIRE(checkpoint_policy<archetype>);
  STATIC_REQUIRE(checkpoint_policy<checkpoint<int>> && checkpoint_policy<no_checkpoint>);
  STATIC_REQUIRE_FALSE(checkpoint_policy<without_type>);
  STATIC_REQUIRE_FALSE(checkpoint_policy<of_another_axis>);
  STATIC_REQUIRE(sizeof(checkpoint<int>) == 1);
}

}  // namespace
