// SPDX-License-Identifier: BSL-1.0
#include <pawl/storage/time_line.hpp>

#include <limits>

#include "support/catch.hpp"

using pawl::storage::clock_reading;
using pawl::storage::due_time;
using pawl::storage::time_line;

TEST_CASE("a line of time begins as the time of day and goes on with the boot clock") {
  time_line line;
  CHECK(line.advance(1'000'000, 500, "first"));
  const auto elapsed_at = [&](std::int64_t boot) { return boot + line.offset; };
  CHECK(elapsed_at(500) == 1'000'000);
  CHECK_FALSE(line.advance(1'000'010, 510, "first"));
  CHECK(line.advance(5, 520, "first"));  // the wall clock was set
  CHECK(elapsed_at(520) == 1'000'020);
  CHECK_FALSE(line.advance(15, 530, "first"));

  CHECK(line.advance(105, 7, "second"));  // 100 after it was last written down
  CHECK(elapsed_at(7) == 1'000'120);
  CHECK(line.advance(0, 9, "third"));  // and the wall clock was lost
  CHECK(elapsed_at(9) == 1'000'120);
}

TEST_CASE("a line of time is written down once a minute, so that a start goes on from near") {
  time_line line;
  int written = 0;
  for (std::int64_t ms = 0; ms <= 600'000; ms += 100)
    written += line.advance(ms, ms, "one") ? 1 : 0;
  CHECK(written == 11);
}

TEST_CASE("a due time is on one of two lines, in one order") {
  constexpr clock_reading at{.wall = 5000, .elapsed = 100};
  STATIC_REQUIRE(due_time{}.has_come(at));
  STATIC_REQUIRE(due_time::by_elapsed(100).has_come(at));
  STATIC_REQUIRE_FALSE(due_time::by_elapsed(101).has_come(at));
  STATIC_REQUIRE(due_time::by_wall(5000).has_come(at));
  STATIC_REQUIRE_FALSE(due_time::by_wall(5001).has_come(at));
  STATIC_REQUIRE(due_time::by_wall(5010).elapsed(at) == 110);
  STATIC_REQUIRE(due_time::by_elapsed(110).wall(at) == 5010);
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  STATIC_REQUIRE(due_time::by_wall(most).number() < due_time::by_elapsed(0).number());
  STATIC_REQUIRE(due_time::by_wall(most).is_by_wall());
  STATIC_REQUIRE_FALSE(due_time::by_elapsed(-most).is_by_wall());
  STATIC_REQUIRE(due_time(due_time::by_wall(7).number()) == due_time::by_wall(7));
}
