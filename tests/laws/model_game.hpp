// SPDX-License-Identifier: BSL-1.0
// Random operations on a store and on a plain model of one: every answer, and every job that can be
// read, must be the same. A seed says everything about a run.
#pragma once

#include <cstdint>
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
};

}  // namespace support

namespace support::games {

/// How a store that a clock was given to differs from the model under a seed; empty if it does not.
std::string difference_of(pawl::storage::store& made, const pawl::testing::manual_clock& clock,
                          std::uint64_t seed, tally& counts, bool claims_take_shares = false);

}  // namespace support::games
