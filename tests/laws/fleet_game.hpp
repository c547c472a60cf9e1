// SPDX-License-Identifier: BSL-1.0
// Random steps of two to four processes that run jobs of different types on one database, and die
// in the middle: between two steps, at a commit, in a handler, in a callback. A seed says
// everything about a run.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include <pawl/storage/store.hpp>
#include <pawl/testing/manual_clock.hpp>

namespace support {

/// How often something happened in the games of a test: what never happens is not tested.
struct fleet_tally {
  std::size_t submitted = 0, ended = 0, deaths = 0, deaths_in_callbacks = 0, called_back = 0,
              followed = 0, newer_payloads = 0;
};

}  // namespace support

namespace support::games {

/// What did not hold in the game of this seed; empty if all held. `open` gives another store object
/// on the database of the game, whose time is the clock's. Checked are, from outside: that each
/// acknowledged job ends, once, within its attempts and with a history without a gap; that no
/// worker that had lost a job wrote to it; that a key makes one job; that each handler is told of
/// the ends of its jobs, and what shall follow does so once, unless the callback of that very job
/// ends its process.
std::string flaw_of_fleet(const std::function<std::unique_ptr<pawl::storage::store>()>& open,
                          const pawl::testing::manual_clock& clock, std::uint64_t seed,
                          fleet_tally& counts);

}  // namespace support::games
