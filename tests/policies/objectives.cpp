// SPDX-License-Identifier: BSL-1.0
#include <pawl/policies/objectives.hpp>

#include "support/catch.hpp"

namespace {

using namespace pawl;
using namespace pawl::literals;

struct archetype {
  static constexpr pawl::axis axis = pawl::axis::objectives;
  static constexpr objective_list all{};
};
struct without_list {
  static constexpr pawl::axis axis = pawl::axis::objectives;
};

TEST_CASE("a job type declares the service level that it is to keep", "[DECK-37]") {
  using aimed = objectives<failures_below<2>, p99<30_s>, p50<6_s>, p95<15_s>>;
  STATIC_REQUIRE(aimed::all.p50 == 6_s && aimed::all.p95 == 15_s && aimed::all.p99 == 30_s);
  STATIC_REQUIRE(aimed::all.failure_percent == 2 && !aimed::all.first_output);
  STATIC_REQUIRE(objectives<p95<4_s>, of_first_output>::all.first_output);
  STATIC_REQUIRE(objectives<p95<4_s>>::all.p50.count == 0);
  STATIC_REQUIRE(default_objectives::all.empty() && !aimed::all.empty());
}

TEST_CASE("a policy on objectives says its axis and its list, and no more") {
  STATIC_REQUIRE(objectives_policy<archetype>);
  STATIC_REQUIRE(objectives_policy<no_objectives> && objectives_policy<objectives<p50<1_s>>>);
  STATIC_REQUIRE_FALSE(objectives_policy<without_list>);
  STATIC_REQUIRE(sizeof(objectives<p50<1_s>>) == 1);
}

}  // namespace
