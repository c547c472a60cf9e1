// SPDX-License-Identifier: BSL-1.0
#include <pawl/policies/retention.hpp>

#include <pawl/policies/idempotency.hpp>
#include <pawl/testing/retention_laws.hpp>

#include "support/catch.hpp"

namespace {

using namespace pawl;
using namespace pawl::literals;
using pawl::testing::broken_retention_law;

TEST_CASE("results and events are kept a day and dead letters a week, unless the policy says") {
  STATIC_REQUIRE(default_retention::results == 24_h);
  STATIC_REQUIRE(default_retention::events == 24_h);
  STATIC_REQUIRE(default_retention::dead_letters == 7_d);
  STATIC_REQUIRE(default_retention::at_most == 0);
  using longer = retention<keep_at_most<10>, keep_dead_letters<30_d>, keep_results<3_d>>;
  STATIC_REQUIRE(longer::results == 3_d);
  STATIC_REQUIRE(longer::events == 24_h);
  STATIC_REQUIRE(longer::dead_letters == 30_d);
  STATIC_REQUIRE(longer::at_most == 10);
}

TEST_CASE("events go with the first of their jobs unless they go before") {
  STATIC_REQUIRE(retention<keep_results<1_h>>::events == 1_h);
  STATIC_REQUIRE(retention<keep_dead_letters<2_h>>::events == 2_h);
  STATIC_REQUIRE(retention<keep_results<1_h>, keep_events<5_min>>::events == 5_min);
}

TEST_CASE("an output is kept as long as its job, shorter, or not at all", "[DECK-36]") {
  STATIC_REQUIRE(retention<keep_results<36_h>>::output == 36_h);
  STATIC_REQUIRE(retention<keep_output<1_h>>::output == 1_h);
  STATIC_REQUIRE(retention<keep_output<1_h>>::results == 24_h);
  STATIC_REQUIRE(retention<keep_no_output>::output == duration_ms{0});
}

TEST_CASE("a link is valid for as long as is declared, or there is none", "[DECK-35]") {
  STATIC_REQUIRE(retention<keep_link<1_h>>::link == 1_h);
  STATIC_REQUIRE(retention<keep_results<36_h>>::link == duration_ms{0});
}

TEST_CASE("a job is kept as long as its idempotency key may live") {
  STATIC_REQUIRE(sizeof(retention_rules<default_retention, default_idempotency>) == 1);
  STATIC_REQUIRE(sizeof(retention_rules<retention<keep_results<1_h>>, idempotency<ttl<1_h>>>) == 1);
}

struct forgets_results : testing::retention_archetype {
  static constexpr duration_ms results{0};
};
struct forgets_events : testing::retention_archetype {
  static constexpr duration_ms events{0};
};
struct forgets_dead_letters : testing::retention_archetype {
  static constexpr duration_ms dead_letters{0};
};
struct orphaned_events : testing::retention_archetype {
  static constexpr duration_ms events{2};
};
struct orphaned_output : testing::retention_archetype {
  static constexpr duration_ms output{2};
};
struct orphaned_link : testing::retention_archetype {
  static constexpr duration_ms link{2};
};
struct fewer_than_none : testing::retention_archetype {
  static constexpr std::int64_t at_most = -1;
};

TEST_CASE("retention keeps its laws, and the laws see what breaks them") {
  CHECK(broken_retention_law<default_retention>() == "");
  CHECK(broken_retention_law<testing::retention_archetype>() == "");
  CHECK(broken_retention_law<forgets_results>() == "results are kept longer than zero");
  CHECK(broken_retention_law<forgets_events>() == "events are kept longer than zero");
  CHECK(broken_retention_law<forgets_dead_letters>() == "dead letters are kept longer than zero");
  CHECK(broken_retention_law<orphaned_events>() == "events are not kept longer than their job");
  CHECK(broken_retention_law<orphaned_output>() == "an output is not kept longer than its job");
  CHECK(broken_retention_law<orphaned_link>() == "a link is not kept longer than its job");
  CHECK(broken_retention_law<fewer_than_none>() == "a number of jobs is kept, or any number");
}

}  // namespace
