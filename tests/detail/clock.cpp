// SPDX-License-Identifier: BSL-1.0
#include <pawl/clock.hpp>

#include <pawl/testing/manual_clock.hpp>

#include "support/catch.hpp"

namespace {

using namespace pawl;
using std::chrono::milliseconds;
using testing::manual_clock;

static_assert(clock_policy<pawl::system_clock>);
static_assert(clock_policy<manual_clock>);

// One for each requirement.
struct no_wall {
  milliseconds boot() const;
  std::string boot_id() const;
};
struct no_boot {
  instant wall() const;
  std::string boot_id() const;
};
struct no_boot_id {
  instant wall() const;
  milliseconds boot() const;
};
struct coarse_wall : no_wall {
  std::chrono::system_clock::time_point wall() const;
};
struct not_copied : no_wall {
  not_copied(const not_copied&) = delete;
  instant wall() const;
};
static_assert(!clock_policy<no_wall> && !clock_policy<no_boot> && !clock_policy<no_boot_id>);
static_assert(!clock_policy<coarse_wall> && !clock_policy<not_copied>);

TEST_CASE("the machine's clocks tell the time of day and how long it has been running") {
  const pawl::system_clock clock;
  const auto before =
      std::chrono::floor<milliseconds>(std::chrono::system_clock::now()) - milliseconds{1};
  const instant wall = clock.wall();
  CHECK(wall >= before);
  CHECK(wall <= std::chrono::system_clock::now() + milliseconds{1});
  const milliseconds first = clock.boot();
  CHECK(first.count() > 0);
  CHECK(clock.boot() >= first);
}

TEST_CASE("all copies of the machine's clock name the same start of it") {
  const std::string id(pawl::system_clock{}.boot_id());
  CHECK(id == pawl::system_clock{}.boot_id());
  CHECK(id.size() == 36);  // Linux: a UUID
}

TEST_CASE("a manual clock stands still until it is told to move") {
  manual_clock clock;
  const manual_clock copy = clock;
  const instant wall = clock.wall();
  const milliseconds boot = clock.boot();
  CHECK(copy.wall() == wall);
  clock.advance(milliseconds{1500});
  CHECK(copy.wall() == wall + milliseconds{1500});
  CHECK(copy.boot() == boot + milliseconds{1500});
}

TEST_CASE("a manual clock can be set, which its other clock does not notice") {
  manual_clock clock;
  const milliseconds boot = clock.boot();
  clock.set_wall(instant{milliseconds{5}});
  CHECK(clock.wall() == instant{milliseconds{5}});
  CHECK(clock.boot() == boot);
}

TEST_CASE("a manual clock's machine can be started again") {
  manual_clock clock;
  const std::string before(clock.boot_id());
  const instant wall = clock.wall();
  clock.reboot();
  CHECK(clock.boot_id() != before);
  CHECK(clock.boot() == milliseconds{0});
  CHECK(clock.wall() == wall);
}

}  // namespace
