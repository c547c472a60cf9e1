// SPDX-License-Identifier: BSL-1.0
// Random operations in PostgreSQL, and on a plain model of a store. PAWL_MODEL_SEED and
// PAWL_MODEL_SEEDS say which seeds, and how many.
#include <cstdlib>

#include <pawl/testing/postgres_store.hpp>

#include "laws/model_game.hpp"
#include "server.hpp"
#include "support/catch.hpp"

TEST_CASE("PostgreSQL answers as a plain model does, whatever is asked of it", "[pooled]") {
  using namespace pawl;
  support::tally counts;
  const auto differs = [&](std::uint64_t seed) {
    const testing::manual_clock clock;
    const auto store = testing::fresh_postgres_store(clock);
    return support::games::difference_of(*store, clock, seed, counts, true);
  };
  if (const char* given = std::getenv("PAWL_MODEL_SEED")) {
    CHECK(differs(std::stoull(given)) == "");
    return;
  }
  const std::uint64_t seeds = support::games::number_of_games(10);
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) CHECK(differs(seed) == "");
}

TEST_CASE("processes with different job types on one schema answer as a plain model does",
          "[pooled]") {
  using namespace pawl;
  support::tally counts;
  const auto differs = [&](std::uint64_t seed) {
    const testing::manual_clock clock;
    const std::string schema = server::fresh_schema("game");
    const auto open = [&]() -> std::unique_ptr<storage::store> {
      auto opened = testing::postgres_store::open("", {.schema = schema}, clock);
      if (!opened) throw std::runtime_error(describe(opened.error()));
      return *std::move(opened);
    };
    return support::games::difference_between(open, clock, seed, counts, true);
  };
  if (const char* given = std::getenv("PAWL_MODEL_SEED")) {
    CHECK(differs(std::stoull(given)) == "");
    return;
  }
  int found = 0;
  const std::uint64_t seeds = support::games::number_of_games(6);
  for (std::uint64_t seed = 1; seed <= seeds && found < 3; ++seed) {
    CAPTURE(seed);  // or a crash would not tell
    const std::string how = differs(seed);
    if (how.empty()) continue;
    FAIL_CHECK(how);
    ++found;
  }
  if (found != 0) return;
  // What never happened was not tested.
  CHECK(counts.kills > seeds);
  CHECK(counts.claimed > 5 * seeds);
  CHECK(counts.taken_unknown + counts.kept_unknown > 0);
}
