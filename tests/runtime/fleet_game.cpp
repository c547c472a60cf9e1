// SPDX-License-Identifier: BSL-1.0
// Processes with different job types on one SQLite file that die in the middle of anything. To see
// a game again, set PAWL_MODEL_SEED to its seed; PAWL_MODEL_SEEDS and PAWL_LONG_TESTS say how many
// are played.
#include "laws/fleet_game.hpp"

#include <cstdlib>
#include <filesystem>
#include <stdexcept>

#include <pawl/storage/sqlite.hpp>

#include "laws/model_game.hpp"
#include "storage/directory.hpp"
#include "storage/invariants.hpp"
#include "support/catch.hpp"

namespace {

using namespace pawl;

std::string flaw_of(std::uint64_t seed, support::fleet_tally& counts) {
  using store = storage::sqlite<testing::manual_clock>;
  const testing::manual_clock clock;
  // In memory where there is such a directory: the games commit thousands of times.
  const support::fresh_directory directory(std::filesystem::is_directory("/dev/shm")
                                               ? "/dev/shm"
                                               : std::filesystem::temp_directory_path());
  const std::string path = directory / "jobs.db";
  const auto open = [&]() -> std::unique_ptr<storage::store> {
    auto opened = store::open(path, {.durability = storage::durability_level::normal}, clock);
    if (!opened) throw std::runtime_error(describe(opened.error()));
    return *std::move(opened);
  };
  std::string found = support::games::flaw_of_fleet(open, clock, seed, counts);
  for (const std::string& each : support::broken_invariants(path))
    found += "; seed " + std::to_string(seed) + " left a file in which this does not hold: " + each;
  return found;
}

}  // namespace

TEST_CASE("processes with different job types that die on one file lose no job and no callback",
          "[SVC-14][SVC-15][DOC-08]") {
  support::fleet_tally counts;
  if (const char* given = std::getenv("PAWL_MODEL_SEED")) {
    CHECK(flaw_of(std::stoull(given), counts) == "");
    return;
  }
  int found = 0;
  const std::uint64_t seeds = support::games::number_of_games(20);
  for (std::uint64_t seed = 1; seed <= seeds && found < 3; ++seed) {
    CAPTURE(seed);  // or a crash would not tell
    const std::string how = flaw_of(seed, counts);
    if (how.empty()) continue;
    FAIL_CHECK(how);
    ++found;
  }
  if (found != 0 || seeds < 20) return;
  // What never happened was not tested.
  CHECK(counts.submitted > 500);
  CHECK(counts.ended > 500);
  CHECK(counts.deaths > 100);
  CHECK(counts.deaths_in_callbacks > 20);
  CHECK(counts.called_back > 200);
  CHECK(counts.followed > 50);
  CHECK(counts.newer_payloads > 20);
}
