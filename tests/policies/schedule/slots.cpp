// SPDX-License-Identifier: BSL-1.0
#include <pawl/policies/schedule/slots.hpp>

#include <chrono>
#include <vector>

#include "support/catch.hpp"

using pawl::slot_clock;
using pawl::zone_period;

namespace {

using namespace std::chrono_literals;
using std::chrono::sys_days;

constexpr std::int64_t utc(std::chrono::sys_days day, std::chrono::minutes time = {}) {
  return (day.time_since_epoch() + time) / std::chrono::seconds{1};
}
std::int64_t ms(std::chrono::sys_days day, std::chrono::minutes time = {}) {
  return utc(day, time) * 1000;
}

// The year 2026 in Berlin, by hand: what a library says is compared in tests/schedules.
constexpr std::int64_t spring = utc(sys_days{2026y / 3 / 29}, 1h);
constexpr std::int64_t autumn = utc(sys_days{2026y / 10 / 25}, 1h);
bool berlin(pawl::text, std::int64_t at, zone_period& out) {
  if (at < spring)
    out.end = spring, out.offset = 3600;
  else if (at < autumn)
    out.begin = spring, out.end = autumn, out.offset = 7200;
  else
    out.begin = autumn, out.offset = 3600;
  return true;
}

slot_clock in_berlin(pawl::text expression) {
  pawl::cron_fields cron;
  REQUIRE_FALSE(parse_cron(expression, cron));
  return {cron, "Europe/Berlin", &berlin};
}

std::vector<std::int64_t> slots_between(const slot_clock& of, std::int64_t from,
                                        std::int64_t until) {
  std::vector<std::int64_t> found;
  for (std::int64_t at = of.first_after(from - 1); at <= until; at = of.first_after(at))
    found.push_back(at);
  return found;
}

}  // namespace

TEST_CASE("a local time that does not exist is due at the first moment after the gap, once") {
  const auto found = slots_between(in_berlin("30 2 * * *"), ms(sys_days{2026y / 3 / 28}),
                                   ms(sys_days{2026y / 3 / 31}));
  CHECK(found == std::vector<std::int64_t>{ms(sys_days{2026y / 3 / 28}, 90min),
                                           ms(sys_days{2026y / 3 / 29}, 60min),
                                           ms(sys_days{2026y / 3 / 30}, 30min)});
  const auto several =
      slots_between(in_berlin("0,15,30 2,3 * * *"), spring * 1000 - 1, spring * 1000 + 3'600'000);
  CHECK(several == std::vector<std::int64_t>{spring * 1000, spring * 1000 + 900'000,
                                             spring * 1000 + 1'800'000});
}

TEST_CASE("a local time that comes twice is due the first time alone") {
  const auto found = slots_between(in_berlin("30 2 * * *"), ms(sys_days{2026y / 10 / 24}),
                                   ms(sys_days{2026y / 10 / 27}));
  CHECK(found == std::vector<std::int64_t>{ms(sys_days{2026y / 10 / 24}, 30min),
                                           ms(sys_days{2026y / 10 / 25}, 30min),
                                           ms(sys_days{2026y / 10 / 26}, 90min)});
  // Also when it is asked for in the middle of the hour that comes again.
  CHECK(in_berlin("30 2 * * *").first_after(autumn * 1000 + 600'000) ==
        ms(sys_days{2026y / 10 / 26}, 90min));
  // What is due at the end of that hour comes once as well.
  CHECK(slots_between(in_berlin("0 3 * * *"), ms(sys_days{2026y / 10 / 25}),
                      ms(sys_days{2026y / 10 / 26})) ==
        std::vector<std::int64_t>{ms(sys_days{2026y / 10 / 25}, 120min)});
}

TEST_CASE("an expression of every hour goes on by the hour, whatever clocks are set to") {
  const auto back = slots_between(in_berlin("30 * * * *"), ms(sys_days{2026y / 10 / 24}, 22h),
                                  ms(sys_days{2026y / 10 / 25}, 5h));
  CHECK(back.size() == 7);
  const auto forward = slots_between(in_berlin("30 * * * *"), ms(sys_days{2026y / 3 / 28}, 22h),
                                     ms(sys_days{2026y / 3 / 29}, 5h));
  CHECK(forward.size() == 7);
  for (std::size_t i = 1; i < 7; ++i) {
    CHECK(back[i] - back[i - 1] == 3'600'000);
    CHECK(forward[i] - forward[i - 1] == 3'600'000);
  }
}

TEST_CASE("slots that have passed are the last of them, and at most so many") {
  const slot_clock hourly(3'600'000);
  const auto none = hourly.until(1000, 999, 3);
  CHECK(none.last.empty());
  CHECK(none.next == 1000);
  const auto one = hourly.until(1000, 1000, 3);
  CHECK((one.last.size() == 1 && one.last[0] == 1000 && one.next == 3'601'000));
  const auto many = hourly.until(1000, 36'000'999, 3);
  CHECK(many.next == 36'001'000);
  CHECK((many.last.size() == 3 && many.last[0] == 36'001'000 - 3 * 3'600'000 &&
         many.last[2] == 36'001'000 - 3'600'000));

  const slot_clock nightly = in_berlin("0 3 * * *");
  const std::int64_t first = ms(sys_days{2016y / 1 / 1}, 120min);
  const auto years = nightly.until(first, ms(sys_days{2026y / 1 / 10}), 2);
  CHECK((years.last.size() == 2 && years.last[0] == ms(sys_days{2026y / 1 / 8}, 120min) &&
         years.last[1] == ms(sys_days{2026y / 1 / 9}, 120min) &&
         years.next == ms(sys_days{2026y / 1 / 10}, 120min)));
  const auto all =
      nightly.until(ms(sys_days{2026y / 1 / 1}, 120min), ms(sys_days{2026y / 1 / 5}), 9);
  CHECK(all.last.size() == 4);
}

TEST_CASE("an expression of minutes that was down for ten years is caught up in no time") {
  pawl::cron_fields cron;
  REQUIRE_FALSE(pawl::parse_cron("* * * * *", cron));
  const slot_clock minutes(cron, {}, nullptr);
  const auto found = minutes.until(ms(sys_days{2016y / 1 / 1}), ms(sys_days{2026y / 1 / 1}), 24);
  CHECK((found.last.size() == 24 && found.last[23] == ms(sys_days{2026y / 1 / 1})));
  CHECK(found.next == ms(sys_days{2026y / 1 / 1}, 1min));
}
