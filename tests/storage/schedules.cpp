// SPDX-License-Identifier: BSL-1.0
#include <pawl/storage/schedule.hpp>

#include <pawl/storage/sqlite.hpp>

#include "storage/directory.hpp"
#include "storage/schedule_race.hpp"
#include "support/catch.hpp"

TEST_CASE("each slot is fired once by processes that race for it in a file, and one is killed") {
  const support::fresh_directory home;
  support::check_that_each_slot_is_fired_once([path = home / "jobs.db"] {
    auto opened = pawl::storage::sqlite<>::open(
        path, {.durability = pawl::storage::durability_level::normal});
    if (!opened) throw std::runtime_error(describe(opened.error()));
    return *std::move(opened);
  });
}
