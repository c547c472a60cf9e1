// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

namespace pawl::detail {

/// A date of the Gregorian calendar in the years 0 to 9999, and the days since 1970. The standard
/// library's own calendar is in <chrono>, and costs each source half a second with libstdc++.
struct calendar_day {
  int year = 1970;
  int month = 1;
  int day = 1;

  static constexpr bool is_leap(int year) {
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
  }
  static constexpr int days_in(int year, int month) {
    constexpr int lengths[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return month == 2 && is_leap(year) ? 29 : lengths[month - 1];
  }
  /// How many days of all years since 1970 come before this one; below 0 for those before 1970.
  static constexpr std::int64_t days_before(int year) {
    // Counted from 400 years before the year 0, where no quotient is below 0: the calendar is the
    // same again after 400 years.
    constexpr auto before = [](std::int64_t y) {
      return 365 * y + (y + 3) / 4 - (y + 99) / 100 + (y + 399) / 400;
    };
    return before(std::int64_t{year} + 400) - before(1970 + 400);
  }
  static constexpr calendar_day of(std::int64_t days) {
    // Of 400 years, each has 365.2425 days: the guess is the right year or a neighbour of it.
    int year = static_cast<int>((days - days_before(0)) * 400 / (400 * 365 + 97));
    if (days < days_before(year)) --year;
    if (days >= days_before(year + 1)) ++year;
    auto left = static_cast<int>(days - days_before(year));
    // From March on, months of 31 and of fewer days alternate: five of them always have 153 days.
    const int spring = is_leap(year) ? 60 : 59;
    if (left < 31) return {year, 1, left + 1};
    if (left < spring) return {year, 2, left - 30};
    left -= spring;
    const int months = (5 * left + 2) / 153;
    return {year, months + 3, left - (153 * months + 2) / 5 + 1};
  }

  /// Whether there is such a date.
  [[nodiscard]] constexpr bool is_date() const {
    return month >= 1 && month <= 12 && day >= 1 && day <= days_in(year, month);
  }
  [[nodiscard]] constexpr std::int64_t days_since_1970() const {
    std::int64_t days = days_before(year) + day - 1;
    if (month > 2) return days + (is_leap(year) ? 60 : 59) + (153 * (month - 3) + 2) / 5;
    return days + (month == 2 ? 31 : 0);
  }
};

}  // namespace pawl::detail
