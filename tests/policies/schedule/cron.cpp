// SPDX-License-Identifier: BSL-1.0
#include <pawl/policies/schedule/cron.hpp>

#include <string>

#include <pawl/detail/append.hpp>

#include "support/catch.hpp"

using pawl::cron_fields;
using pawl::next_minute;
using pawl::parse_cron;

namespace {

consteval cron_fields read(pawl::text expression) {
  cron_fields out;
  static_cast<void>(parse_cron(expression, out));
  return out;
}

constexpr std::int64_t at(int year, int month, int day, int hour, int minute) {
  return pawl::detail::calendar_day{year, month, day}.days_since_1970() * 1440 + hour * 60 + minute;
}

std::string flaw(pawl::text expression) {
  cron_fields ignored;
  std::string out;
  pawl::detail::append to{out};
  parse_cron(expression, ignored).write(to);
  return out;
}

// The compiler reads and asks as well as the running program does.
static_assert(next_minute(read("0 3 * * *"), at(2026, 11, 17, 14, 0)) == at(2026, 11, 18, 3, 0));
static_assert(next_minute(read("0 3 * * *"), at(2026, 11, 17, 3, 0)) == at(2026, 11, 17, 3, 0));
static_assert(next_minute(read("*/15 * * * *"), at(2026, 1, 1, 0, 46)) == at(2026, 1, 1, 1, 0));
static_assert(next_minute(read("30 8 * * mon-fri"), at(2026, 11, 20, 9, 0)) ==
              at(2026, 11, 23, 8, 30));

}  // namespace

TEST_CASE("an expression names the minutes that each of its fields lets through") {
  constexpr auto list = read("0,30 9-17/4 * * *");
  CHECK(next_minute(list, at(2026, 5, 1, 9, 1)) == at(2026, 5, 1, 9, 30));
  CHECK(next_minute(list, at(2026, 5, 1, 9, 31)) == at(2026, 5, 1, 13, 0));
  CHECK(next_minute(list, at(2026, 5, 1, 17, 31)) == at(2026, 5, 2, 9, 0));
  constexpr auto from = read("5/20 * * * *");
  CHECK(next_minute(from, at(2026, 5, 1, 9, 46)) == at(2026, 5, 1, 10, 5));
  constexpr auto months = read("0 0 1 JAN,jul *");
  CHECK(next_minute(months, at(2026, 1, 1, 0, 1)) == at(2026, 7, 1, 0, 0));
  CHECK(next_minute(months, at(2026, 7, 1, 0, 1)) == at(2027, 1, 1, 0, 0));
  CHECK(read("0 0 * * 7") == read("0 0 * * 0"));
  CHECK(read("0 0 * * 7") == read("0 0 * * sun"));
}

TEST_CASE("two restricted days are either of them, and a star beside one leaves that alone") {
  // The 13th, and every Friday.
  constexpr auto either = read("0 0 13 * fri");
  CHECK(next_minute(either, at(2026, 11, 10, 0, 0)) == at(2026, 11, 13, 0, 0));
  CHECK(next_minute(either, at(2026, 11, 13, 0, 1)) == at(2026, 11, 20, 0, 0));
  CHECK(next_minute(either, at(2026, 12, 12, 0, 0)) == at(2026, 12, 13, 0, 0));
  constexpr auto odd_mondays = read("0 0 */2 * mon");
  CHECK(next_minute(odd_mondays, at(2026, 11, 2, 0, 0)) == at(2026, 11, 9, 0, 0));
}

TEST_CASE("a day of a leap year is waited for over the year 2100") {
  constexpr auto leap = read("0 0 29 2 *");
  CHECK(next_minute(leap, at(2026, 11, 17, 0, 0)) == at(2028, 2, 29, 0, 0));
  CHECK(next_minute(leap, at(2096, 3, 1, 0, 0)) == at(2104, 2, 29, 0, 0));
}

TEST_CASE("an expression that is wrong says what, where, and what to write") {
  CHECK(flaw("0 3 * * *").empty());
  CHECK(flaw(" 0\t3 * *  * ").empty());
  CHECK(flaw("0 3 * *") ==
        "has 4 fields; write five: minute, hour, day of month, month, day of week");
  CHECK(flaw("") == "has 0 fields; write five: minute, hour, day of month, month, day of week");
  CHECK(flaw("0 3 * * * 2026") ==
        "has 6 fields; write five: minute, hour, day of month, month, day of week");
  CHECK(flaw("60 3 * * *") == "has 60 for its minute, which is out of range; write 0 to 59");
  CHECK(flaw("0 24 * * *") == "has 24 for its hour, which is out of range; write 0 to 23");
  CHECK(flaw("0 3 0 * *") == "has 0 for its day of month, which is out of range; write 1 to 31");
  CHECK(flaw("0 3 1-32 * *") ==
        "has 32 for its day of month, which is out of range; write 1 to 31");
  CHECK(flaw("0 3 * 13 *") ==
        "has 13 for its month, which is out of range; write 1 to 12 or jan to dec");
  CHECK(flaw("0 3 * * 8") ==
        "has 8 for its day of week, which is out of range; write 0 to 7 or sun to sat");
  CHECK(flaw("0 3 * * someday").starts_with("has (someday) for its day of week; write *"));
  CHECK(flaw("a 3 * * *").starts_with("has (a) for its minute; write *"));
  CHECK(flaw("1, 3 * * *").starts_with("has () for its minute; write *"));
  CHECK(flaw("1- 3 * * *").starts_with("has (1-) for its minute; write *"));
  CHECK(flaw("*/ 3 * * *").starts_with("has (*/) for its minute; write *"));
  CHECK(flaw("** 3 * * *").starts_with("has (**) for its minute; write *"));
  CHECK(flaw("*-5 3 * * *").starts_with("has (*-5) for its minute; write *"));
  CHECK(flaw("30-10 3 * * *") ==
        "has the range 30-10 for its minute, which runs backwards; write the smaller one first");
  CHECK(flaw("*/0 3 * * *") == "has a step of 0 for its minute; write at least 1");
  CHECK(flaw("99999999999999999999 3 * * *") ==
        "has 99999999999999999999 for its minute, which is out of range; write 0 to 59");
  CHECK(flaw("0 0 30 2 *") == "names a day that never comes; give its month a day that it has");
  CHECK(flaw("0 0 31 2,4,6,9,11 *").starts_with("names a day that never comes"));
}
