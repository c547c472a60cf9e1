// SPDX-License-Identifier: BSL-1.0
// Random operations on a store and on a plain model of one: every answer, and every job that can be
// read, must be the same. A seed says everything about a run.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include <pawl/storage/operation.hpp>
#include <pawl/storage/store.hpp>
#include <pawl/testing/manual_clock.hpp>

namespace support {

/// How often each operation was done, and how often it was refused: what never happens is not
/// tested.
struct tally {
  std::size_t done[pawl::storage::operation_kinds]{};
  std::size_t refused[pawl::storage::operation_kinds]{};
  std::size_t claimed = 0, suspects = 0, told_at_once = 0, reaped = 0, pruned = 0, dead = 0,
              called_back = 0, callbacks_lost = 0;
  // What a process met of job types, or of payloads, that it does not have.
  std::size_t left_to_newer = 0, callbacks_left_to_newer = 0, not_known = 0, taken_unknown = 0,
              kept_unknown = 0, kills = 0;
};

}  // namespace support

namespace support::games {

/// How a store that a clock was given to differs from the model under a seed; empty if it does not.
std::string difference_of(pawl::storage::store& made, const pawl::testing::manual_clock& clock,
                          std::uint64_t seed, tally& counts, bool claims_take_shares = false);

/// The same for two to four processes on one database, each with a store object, job types and
/// payload versions of its own. `open` gives another store object on that database. Now and then a
/// process dies between two steps: its store object goes without a word, and another one is opened,
/// with other job types.
std::string difference_between(const std::function<std::unique_ptr<pawl::storage::store>()>& open,
                               const pawl::testing::manual_clock& clock, std::uint64_t seed,
                               tally& counts, bool claims_take_shares = false);

/// How many games of a kind are played: as many as PAWL_MODEL_SEEDS says; else `usual` ones, and
/// two hundred times as many with PAWL_LONG_TESTS.
std::uint64_t number_of_games(std::uint64_t usual);

}  // namespace support::games
