// SPDX-License-Identifier: BSL-1.0
#include <pawl/policies/durability.hpp>

#include <pawl/testing/durability_laws.hpp>

#include "support/catch.hpp"

namespace {

using namespace pawl;
using pawl::testing::broken_durability_law;

TEST_CASE("a job is durable unless it says that it is ephemeral, and then its queue is bounded") {
  STATIC_REQUIRE_FALSE(default_durability::is_ephemeral);
  STATIC_REQUIRE(ephemeral<>::is_ephemeral);
  STATIC_REQUIRE(ephemeral<>::capacity == 1000);
  STATIC_REQUIRE(ephemeral<capacity<5>>::capacity == 5);
}

struct no_room : testing::durability_archetype {
  static constexpr std::int64_t capacity = 0;
};
struct bounded_store : testing::durability_archetype {
  static constexpr bool is_ephemeral = false;
};

TEST_CASE("durability keeps its laws, and the laws see what breaks them") {
  CHECK(broken_durability_law<durable>() == "");
  CHECK(broken_durability_law<ephemeral<>>() == "");
  CHECK(broken_durability_law<testing::durability_archetype>() == "");
  CHECK(broken_durability_law<no_room>() == "an ephemeral queue has room");
  CHECK(broken_durability_law<bounded_store>() == "a durable queue is not bounded by its type");
}

}  // namespace
