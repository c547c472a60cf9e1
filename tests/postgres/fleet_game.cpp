// SPDX-License-Identifier: BSL-1.0
// Processes with different job types on one schema that die in the middle of anything.
// PAWL_MODEL_SEED, PAWL_MODEL_SEEDS and PAWL_LONG_TESTS say which games are played, and how many.
#include "laws/fleet_game.hpp"

#include <cstdlib>

#include <pawl/testing/postgres_store.hpp>

#include "database.hpp"
#include "laws/model_game.hpp"
#include "server.hpp"
#include "support/catch.hpp"

TEST_CASE("processes with different job types that die on one schema lose no job and no callback",
          "[SVC-14][SVC-15][DOC-08]") {
  using namespace pawl;
  support::fleet_tally counts;
  const auto flaw_of = [&](std::uint64_t seed) {
    const testing::manual_clock clock;
    const std::string schema = server::fresh_schema("fleet");
    const auto open = [&]() -> std::unique_ptr<storage::store> {
      auto opened = testing::postgres_store::open("", {.schema = schema}, clock);
      if (!opened) throw std::runtime_error(describe(opened.error()));
      return *std::move(opened);
    };
    std::string found = support::games::flaw_of_fleet(open, clock, seed, counts);
    for (const std::string& each : support::broken_invariants_in(schema))
      found +=
          "; seed " + std::to_string(seed) + " left a schema in which this does not hold: " + each;
    return found;
  };
  if (const char* given = std::getenv("PAWL_MODEL_SEED")) {
    CHECK(flaw_of(std::stoull(given)) == "");
    return;
  }
  int found = 0;
  const std::uint64_t seeds = support::games::number_of_games(4);
  for (std::uint64_t seed = 1; seed <= seeds && found < 3; ++seed) {
    CAPTURE(seed);  // or a crash would not tell
    const std::string how = flaw_of(seed);
    if (how.empty()) continue;
    FAIL_CHECK(how);
    ++found;
  }
  if (found != 0) return;
  // What never happened was not tested.
  CHECK(counts.ended > 20 * seeds);
  CHECK(counts.deaths > seeds);
  CHECK(counts.called_back > 5 * seeds);
}
