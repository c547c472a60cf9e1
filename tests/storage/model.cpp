// SPDX-License-Identifier: BSL-1.0
// Random operations on a store and on a plain model of one: every answer, and every job that can be
// read, must be the same. A seed says everything about a run; to see one again, set
// PAWL_MODEL_SEED to it, and PAWL_MODEL_SEEDS to run another number of them.
#include <cstdlib>
#include <filesystem>

#include "laws/model_game.hpp"
#include "storage/backends.hpp"
#include "storage/directory.hpp"
#include "support/catch.hpp"

namespace {

using namespace pawl;

template <class Backend>
std::string differs(std::uint64_t seed, support::tally& counts) {
  const testing::manual_clock clock;
  auto made = Backend::make(clock);
  return support::games::difference_of(*made, clock, seed, counts);
}

template <class Backend>
std::uint64_t number_of_seeds() {
  return support::games::number_of_games(std::is_same_v<Backend, support::memory_backend> ? 300
                                                                                          : 80);
}

TEMPLATE_TEST_CASE("a store answers as a plain model does, whatever is asked of it",
                   "[STAT-02][STAT-09][DOC-08][DOC-10]", PAWL_TEST_BACKENDS) {
  support::tally counts;
  if (const char* given = std::getenv("PAWL_MODEL_SEED")) {
    CHECK(differs<TestType>(std::stoull(given), counts) == "");
    return;
  }
  int found = 0;
  const std::uint64_t seeds = number_of_seeds<TestType>();
  for (std::uint64_t seed = 1; seed <= seeds && found < 3; ++seed) {
    const std::string how = differs<TestType>(seed, counts);
    if (how.empty()) continue;
    FAIL_CHECK(how);
    ++found;
  }
  if (found != 0 || seeds < 50) return;

  // What never happened was not tested. No limit is configured here, so none is rechecked; nor does
  // an operator say something of a type, or of when a job is to run.
  using kind = storage::operation_kind;
  for (std::size_t i = 0; i < std::size(counts.done); ++i) {
    if (i == static_cast<std::size_t>(kind::recheck_limits) ||
        i == static_cast<std::size_t>(kind::control) ||
        i == static_cast<std::size_t>(kind::reschedule))
      continue;
    // Schedules and workflows only submit, and have laws of their own.
    if (i >= static_cast<std::size_t>(kind::put_schedule)) continue;
    INFO("operation " << i);
    CHECK(counts.done[i] >= 10);
  }
  for (const kind each :
       {kind::submit, kind::claim, kind::start, kind::settle, kind::report, kind::beat,
        kind::cancel, kind::raise, kind::replay, kind::replay_all, kind::finish_callback}) {
    INFO("operation " << static_cast<std::size_t>(each));
    CHECK(counts.refused[static_cast<std::size_t>(each)] >= 10);
  }
  CHECK(counts.claimed > 1000);
  CHECK(counts.suspects > 30);
  CHECK(counts.told_at_once > 20);
  CHECK(counts.reaped > 50);
  CHECK(counts.pruned > 30);
  CHECK(counts.dead > 100);
  CHECK(counts.called_back > 30);
  CHECK(counts.callbacks_lost > 5);
}

/// In memory where there is such a directory: the games commit thousands of times.
std::string fast_directory() {
  return std::filesystem::is_directory("/dev/shm")
             ? "/dev/shm"
             : std::filesystem::temp_directory_path().string();
}

std::string differs_between_processes(std::uint64_t seed, support::tally& counts) {
  using store = storage::sqlite<testing::manual_clock>;
  const testing::manual_clock clock;
  const support::fresh_directory directory(fast_directory());
  const auto open = [&]() -> std::unique_ptr<storage::store> {
    auto opened = store::open(directory / "jobs.db",
                              {.durability = storage::durability_level::normal}, clock);
    if (!opened) throw std::runtime_error(describe(opened.error()));
    return *std::move(opened);
  };
  return support::games::difference_between(open, clock, seed, counts);
}

TEST_CASE("processes with different job types on one file answer as a plain model does",
          "[STAT-02][DOC-08]") {
  support::tally counts;
  if (const char* given = std::getenv("PAWL_MODEL_SEED")) {
    CHECK(differs_between_processes(std::stoull(given), counts) == "");
    return;
  }
  int found = 0;
  const std::uint64_t seeds = support::games::number_of_games(40);
  for (std::uint64_t seed = 1; seed <= seeds && found < 3; ++seed) {
    CAPTURE(seed);  // or a crash would not tell
    const std::string how = differs_between_processes(seed, counts);
    if (how.empty()) continue;
    FAIL_CHECK(how);
    ++found;
  }
  if (found != 0 || seeds < 40) return;
  // What never happened was not tested.
  CHECK(counts.kills > 100);
  CHECK(counts.claimed > 500);
  CHECK(counts.called_back > 10);
  CHECK(counts.left_to_newer > 10);
  CHECK(counts.callbacks_left_to_newer > 0);
  CHECK(counts.not_known > 10);
  CHECK(counts.taken_unknown > 10);
  CHECK(counts.kept_unknown > 10);
}

}  // namespace
