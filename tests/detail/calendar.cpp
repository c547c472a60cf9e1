// SPDX-License-Identifier: BSL-1.0
#include <pawl/detail/calendar.hpp>

#include <chrono>

#include "support/catch.hpp"

using pawl::detail::calendar_day;

namespace {

static_assert(calendar_day{1970, 1, 1}.days_since_1970() == 0);
static_assert(calendar_day::of(-1).day == 31);
static_assert(calendar_day{2000, 2, 29}.is_date() && !calendar_day{2100, 2, 29}.is_date());
static_assert(!calendar_day{2026, 0, 1}.is_date() && !calendar_day{2026, 13, 1}.is_date());
static_assert(!calendar_day{2026, 1, 0}.is_date() && !calendar_day{2026, 1, 32}.is_date());

}  // namespace

TEST_CASE("a calendar day agrees with the standard library's, from the year 0 to 9999") {
  using namespace std::chrono;
  const auto final_day = sys_days{year{9999} / December / 31}.time_since_epoch().count();
  std::int64_t days = sys_days{year{0} / January / 1}.time_since_epoch().count();
  CHECK(days == calendar_day::days_before(0));
  for (; days <= final_day; ++days) {
    const year_month_day date{sys_days{std::chrono::days{days}}};
    const calendar_day found = calendar_day::of(days);
    if (found.year != static_cast<int>(date.year()) ||
        found.month != static_cast<int>(static_cast<unsigned>(date.month())) ||
        found.day != static_cast<int>(static_cast<unsigned>(date.day())))
      FAIL("day " << days << " is " << found.year << '-' << found.month << '-' << found.day);
    if (!found.is_date() || found.days_since_1970() != days)
      FAIL("day " << days << " does not come back");
  }
  CHECK(calendar_day::of(final_day).year == 9999);
}
