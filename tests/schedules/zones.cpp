// SPDX-License-Identifier: BSL-1.0
#include <pawl/schedules/zones.hpp>

#include <pawl/policies/schedule/slots.hpp>
#include <pawl/testing/workbench.hpp>

#include "support/catch.hpp"

namespace {

using namespace pawl::literals;
using namespace std::chrono_literals;
using pawl::instant;
using pawl::testing::workbench;
using std::chrono::sys_days;

instant at(sys_days day, std::chrono::minutes time) { return day + time; }

struct empty_input {
  int number = 0;
};
struct in_berlin : pawl::job<"zoned.berlin", pawl::lifecycles::service,
                             pawl::cron<"30 2 * * *", "Europe/Berlin">> {
  std::shared_ptr<std::vector<instant>> slots = std::make_shared<std::vector<instant>>();
  outcome<void> operator()(context& ctx, empty_input) const {
    slots->push_back(pawl::slot_of(ctx)->at);
    return {};
  }
};
struct anywhere : pawl::job<"zoned.anywhere", pawl::lifecycles::service, pawl::schedulable> {
  std::shared_ptr<std::vector<instant>> slots = std::make_shared<std::vector<instant>>();
  outcome<void> operator()(context& ctx, empty_input) const {
    slots->push_back(pawl::slot_of(ctx)->at);
    return {};
  }
};
struct nowhere : pawl::job<"zoned.nowhere", pawl::lifecycles::service,
                           pawl::cron<"0 3 * * *", "Europe/Atlantis">> {
  outcome<void> operator()(context&, empty_input) const { return {}; }
};

/// What a schedule runs from one day to another, on a workbench whose clock goes on by so much at a
/// time.
std::vector<instant> runs(const std::string& cron, const std::string& zone, sys_days from,
                          sys_days until, std::chrono::minutes step) {
  const pawl::testing::manual_clock clock{instant(from)};
  workbench on{
      std::make_shared<pawl::testing::memory_store<>>(pawl::storage::memory_options{}, clock),
      anywhere{}};
  on.restart({.workers = 2, .zones = &pawl::zones::find});
  REQUIRE(on.session().schedule<anywhere>("daily", pawl::cron_at(cron, zone), {}));
  while (on.clock().wall() < until) {
    on.clock().advance(step);
    on.run();
  }
  return *on.handler<anywhere>().slots;
}

}  // namespace

TEST_CASE("a zone says what its clocks show, and one that there is not is none") {
  pawl::zone_period found;
  const auto seconds = [](sys_days day) {
    return std::chrono::seconds(day.time_since_epoch()).count();
  };
  REQUIRE(pawl::zones::find("Europe/Berlin", seconds(2026y / 7 / 1), found));
  CHECK(found.offset == 7200);
  CHECK(found.begin == seconds(2026y / 3 / 29) + 3600);
  CHECK(found.end == seconds(2026y / 10 / 25) + 3600);
  REQUIRE(pawl::zones::find("UTC", 0, found));
  CHECK(found.offset == 0);
  CHECK_FALSE(pawl::zones::find("Europe/Atlantis", 0, found));
}

TEST_CASE("in Berlin each local time runs once, over both changes of the clocks") {
  const auto spring = runs("30 2 * * *", "Europe/Berlin", 2026y / 3 / 28, 2026y / 3 / 31, 5min);
  CHECK(spring == std::vector<instant>{at(2026y / 3 / 28, 90min), at(2026y / 3 / 29, 60min),
                                       at(2026y / 3 / 30, 30min)});
  const auto autumn = runs("30 2 * * *", "Europe/Berlin", 2026y / 10 / 24, 2026y / 10 / 27, 5min);
  CHECK(autumn == std::vector<instant>{at(2026y / 10 / 24, 30min), at(2026y / 10 / 25, 30min),
                                       at(2026y / 10 / 26, 90min)});
}

TEST_CASE("in New York as well, where the clocks are set at two") {
  const auto spring = runs("15 2 * * *", "America/New_York", 2026y / 3 / 7, 2026y / 3 / 10, 5min);
  CHECK(spring == std::vector<instant>{at(2026y / 3 / 7, 7h + 15min), at(2026y / 3 / 8, 7h),
                                       at(2026y / 3 / 9, 6h + 15min)});
  const auto autumn = runs("15 1 * * *", "America/New_York", 2026y / 10 / 31, 2026y / 11 / 3, 5min);
  CHECK(autumn == std::vector<instant>{at(2026y / 10 / 31, 5h + 15min),
                                       at(2026y / 11 / 1, 5h + 15min),
                                       at(2026y / 11 / 2, 6h + 15min)});
}

TEST_CASE("and on Lord Howe Island, by half an hour") {
  // To summer time on 4 October 2026 at 2:00 of +10:30, back on 5 April at 2:00 of +11.
  const auto spring =
      runs("15 2 * * *", "Australia/Lord_Howe", 2026y / 10 / 2, 2026y / 10 / 5, 5min);
  CHECK(spring == std::vector<instant>{at(2026y / 10 / 2, 15h + 45min),
                                       at(2026y / 10 / 3, 15h + 30min),
                                       at(2026y / 10 / 4, 15h + 15min)});
  const auto autumn = runs("45 1 * * *", "Australia/Lord_Howe", 2026y / 4 / 3, 2026y / 4 / 6, 5min);
  CHECK(autumn == std::vector<instant>{at(2026y / 4 / 3, 14h + 45min),
                                       at(2026y / 4 / 4, 14h + 45min),
                                       at(2026y / 4 / 5, 15h + 15min)});
}

TEST_CASE("a whole year has as many slots as days, in each of them") {
  for (const char* const zone : {"Europe/Berlin", "America/New_York", "Australia/Lord_Howe"})
    for (const char* const cron : {"30 2 * * *", "0 0 * * *", "45 1 * * *"}) {
      pawl::cron_fields fields;
      REQUIRE_FALSE(pawl::parse_cron(cron, fields));
      const pawl::slot_clock clock(fields, zone, &pawl::zones::find);
      const auto ms = [](sys_days day) { return instant(day).time_since_epoch().count(); };
      int count = 0;
      for (std::int64_t slot = clock.first_after(ms(2026y / 1 / 1)); slot <= ms(2027y / 1 / 1);
           slot = clock.first_after(slot))
        ++count;
      INFO(zone << ' ' << cron);
      CHECK(count == 365);
    }
}

TEST_CASE("a job type names its zone") {
  const pawl::testing::manual_clock clock{at(2026y / 10 / 24, 0min)};
  workbench on{
      std::make_shared<pawl::testing::memory_store<>>(pawl::storage::memory_options{}, clock),
      in_berlin{}};
  for (int i = 0; i < 72; ++i) {
    on.clock().advance(1h);
    on.run();
  }
  CHECK(*on.handler<in_berlin>().slots == std::vector<instant>{at(2026y / 10 / 24, 30min),
                                                               at(2026y / 10 / 25, 30min),
                                                               at(2026y / 10 / 26, 90min)});
}

TEST_CASE("a zone that there is not keeps a service from starting, in one sentence") {
  try {
    workbench on{nowhere{}};
    FAIL("it has started");
  } catch (const std::runtime_error& why) {
    CHECK(std::string(why.what()) ==
          "invalid: the schedule of zoned.nowhere cannot be kept: there is no zone "
          "Europe/Atlantis on this machine; spell it as in Europe/Berlin, or install tzdata");
  }
  workbench on{anywhere{}};
  const auto refused =
      on.session().schedule<anywhere>("x", pawl::cron_at("0 3 * * *", "Europe/Atlantis"), {});
  REQUIRE_FALSE(refused);
  CHECK(refused.error().message.find("there is no zone Europe/Atlantis") != std::string::npos);
}
