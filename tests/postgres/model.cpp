// SPDX-License-Identifier: BSL-1.0
// Random operations in PostgreSQL, and on a plain model of a store. PAWL_MODEL_SEED and
// PAWL_MODEL_SEEDS say which seeds, and how many.
#include <cstdlib>

#include <pawl/testing/postgres_store.hpp>

#include "laws/model_game.hpp"
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
  const char* const number = std::getenv("PAWL_MODEL_SEEDS");
  const std::uint64_t seeds = number == nullptr ? 10 : std::stoull(number);
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) CHECK(differs(seed) == "");
}
