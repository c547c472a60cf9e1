// SPDX-License-Identifier: BSL-1.0
#include <pawl/runtime/engine/work_pace.hpp>

#include "support/catch.hpp"

namespace {

using namespace std::chrono_literals;
using pawl::runtime::work_pace;

TEST_CASE("while nothing is known, no job is expected to be entered in a moment") {
  work_pace pace;
  CHECK_FALSE(pace.is_short());
  CHECK(pace.jobs_of(8) == 0);
  pace.note(0ms);
  CHECK(pace.is_short());
  pace.forget();
  CHECK_FALSE(pace.is_short());
  CHECK(pace.jobs_of(8) == 0);
}

TEST_CASE("as many jobs are expected as fit into the horizon") {
  work_pace pace;
  pace.note(2ms);
  CHECK(pace.jobs_of(1) == 5);
  CHECK(pace.jobs_of(4) == 20);
  CHECK(pace.jobs_of(0) == 0);
  work_pace slow;
  slow.note(11ms);
  CHECK_FALSE(slow.is_short());
  CHECK(slow.jobs_of(100) == 0);
}

TEST_CASE("jobs that are shorter than a millisecond are told from those that are not") {
  // Every fourth one crosses the end of a millisecond: they take a quarter of one.
  work_pace pace;
  for (int i = 0; i < 400; ++i) pace.note(i % 4 == 0 ? 1ms : 0ms);
  CHECK(pace.jobs_of(1) >= 25);
  CHECK(pace.jobs_of(1) <= 60);
  work_pace nothing;
  for (int i = 0; i < 400; ++i) nothing.note(0ms);
  CHECK(nothing.jobs_of(1) == 10'000);
}

TEST_CASE("a few short jobs after a long one are enough to be known as short") {
  work_pace pace;
  for (int i = 0; i < 20; ++i) pace.note(1ms);
  CHECK(pace.is_short());
  pace.note(std::chrono::hours{1});
  CHECK_FALSE(pace.is_short());
  for (int i = 0; i < 4; ++i) pace.note(1ms);
  CHECK(pace.is_short());
}

TEST_CASE("a clock that was set back makes no job shorter than nothing") {
  work_pace pace;
  pace.note(-1h);
  CHECK(pace.jobs_of(1) == 10'000);
}

}  // namespace
