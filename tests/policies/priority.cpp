// SPDX-License-Identifier: BSL-1.0
#include <pawl/policies/priority.hpp>

#include <algorithm>
#include <vector>

#include <pawl/testing/priority_laws.hpp>

#include "support/catch.hpp"

namespace {

using namespace pawl;
using namespace pawl::literals;
using pawl::testing::broken_priority_law;

TEST_CASE("levels are ranked from the least urgent") {
  STATIC_REQUIRE(default_priority::rank_of<"low"> == 0);
  STATIC_REQUIRE(default_priority::rank_of<"urgent"> == 3);
  CHECK(find_level<default_priority>("high") == 2);
  CHECK(find_level<default_priority>("highest") == default_priority::count);
  CHECK(deck_priority::name(1) == "high");
}

TEST_CASE("a job without a level is normal, or as the policy says, or the least urgent") {
  STATIC_REQUIRE(default_priority::default_rank == 1);
  STATIC_REQUIRE(deck_priority::default_rank == 0);
  STATIC_REQUIRE(priority<default_level<"high">, levels<"normal", "high">>::default_rank == 1);
  STATIC_REQUIRE(priority<levels<"bulk", "live">>::default_rank == 0);
}

TEST_CASE("a rank is worth ten minutes of waiting unless the policy says") {
  STATIC_REQUIRE(default_priority::aging_step == 10_min);
  STATIC_REQUIRE(priority<aging<30_s>>::aging_step == 30_s);
  STATIC_REQUIRE(sort_key<priority<aging<30_s>>>({100'000}, 2) == 40'000);
}

TEST_CASE("of the jobs that wait, the urgent go first until others have waited long enough") {
  struct waiting {
    text name;
    duration_ms ready_at;
    std::size_t rank;
  };
  std::vector<waiting> queue = {{"low, at once", {0}, 0},
                                {"urgent, after 20 min", {1'200'000}, 3},
                                {"urgent, after 31 min", {1'860'000}, 3},
                                {"normal, after 5 min", {300'000}, 1}};
  std::ranges::sort(queue, {}, [](const waiting& each) {
    return sort_key<default_priority>(each.ready_at, each.rank);
  });
  CHECK(queue[0].name == "urgent, after 20 min");
  CHECK(queue[1].name == "normal, after 5 min");
  CHECK(queue[2].name == "low, at once");
  CHECK(queue[3].name == "urgent, after 31 min");
}

TEST_CASE("aging never reorders two jobs that wait") {
  // An aged priority is what a job has gained by waiting; its order is that of the static key.
  const auto gained = [](std::int64_t now, std::int64_t ready_at, std::size_t rank) {
    return static_cast<std::int64_t>(rank) * default_priority::aging_step.count + (now - ready_at);
  };
  for (std::int64_t a = 0; a < 4'000'000; a += 450'000)
    for (std::int64_t b = 0; b < 4'000'000; b += 350'000)
      for (std::size_t rank_a = 0; rank_a < 4; ++rank_a)
        for (std::size_t rank_b = 0; rank_b < 4; ++rank_b)
          for (const std::int64_t now : {4'000'000LL, 5'000'000LL, 50'000'000LL})
            REQUIRE((gained(now, a, rank_a) > gained(now, b, rank_b)) ==
                    (sort_key<default_priority>({a}, rank_a) <
                     sort_key<default_priority>({b}, rank_b)));
}

struct two_of_one_name : testing::priority_archetype {
  static constexpr std::size_t count = 2;
};
struct no_level : testing::priority_archetype {
  static constexpr std::size_t count = 0;
};
struct default_beyond : testing::priority_archetype {
  static constexpr std::size_t default_rank = 1;
};
struct ageless : testing::priority_archetype {
  static constexpr duration_ms aging_step{0};
};

TEST_CASE("every shipped priority keeps the laws, and the laws see what breaks them") {
  CHECK(broken_priority_law<default_priority>() == "");
  CHECK(broken_priority_law<deck_priority>() == "");
  CHECK(broken_priority_law<testing::priority_archetype>() == "");
  CHECK(broken_priority_law<two_of_one_name>() == "each level has its own name");
  CHECK(broken_priority_law<no_level>() == "there is a level");
  CHECK(broken_priority_law<default_beyond>() == "the default is one of the levels");
  CHECK(broken_priority_law<ageless>() == "waiting counts");
}

}  // namespace
