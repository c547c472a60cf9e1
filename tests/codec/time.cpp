// SPDX-License-Identifier: BSL-1.0
#include <pawl/codec/time.hpp>

#include <string>

#include "support/catch.hpp"

namespace {

using namespace std::chrono_literals;
using pawl::codec_errc;
using pawl::detail::codec::parse_time;
using pawl::detail::codec::print_time;
using std::chrono::sys_days;
using std::chrono::sys_time;
using std::chrono::year;
using milliseconds_time = sys_time<std::chrono::milliseconds>;
using nanoseconds_time = sys_time<std::chrono::nanoseconds>;
using seconds_time = sys_time<std::chrono::seconds>;

template <class Time>
constexpr Time parsed(pawl::text from) {
  Time result{};
  if (parse_time(from, result)) return Time::min();
  return result;
}

template <class Time>
constexpr bool refused(pawl::text from, codec_errc why) {
  Time result{};
  const auto wrong = parse_time(from, result);
  return wrong && *wrong == why && result == Time{};
}

template <class Time>
constexpr bool prints(Time time, pawl::text expected) {
  pawl::detail::codec::time_text out;
  return print_time(time, out) && out.view() == expected;
}

constexpr sys_days moon_landing = year{1969} / 7 / 20;
constexpr sys_days leap_day = year{2024} / 2 / 29;

static_assert(prints(seconds_time{}, "1970-01-01T00:00:00Z"));
static_assert(prints(milliseconds_time{moon_landing + 20h + 17min + 40s + 7ms},
                     "1969-07-20T20:17:40.007Z"));
static_assert(prints(nanoseconds_time{-1ns}, "1969-12-31T23:59:59.999999999Z"));
static_assert(prints(leap_day, "2024-02-29T00:00:00Z"));
static_assert(prints(sys_time<std::chrono::hours>{25h}, "1970-01-02T01:00:00Z"));

static_assert(parsed<seconds_time>("1970-01-01T00:00:00Z") == seconds_time{});
static_assert(parsed<milliseconds_time>("1969-07-20T20:17:40.007Z") ==
              moon_landing + 20h + 17min + 40s + 7ms);
static_assert(parsed<seconds_time>("1985-04-12T23:20:50+00:00") ==
              parsed<seconds_time>("1985-04-12T23:20:50-00:00"));
static_assert(parsed<seconds_time>("1996-12-19T16:39:57-08:00") ==
              parsed<seconds_time>("1996-12-20T00:39:57Z"));
static_assert(parsed<seconds_time>("1937-01-01T12:00:27+00:20") ==
              parsed<seconds_time>("1937-01-01T11:40:27Z"));
static_assert(parsed<seconds_time>("1985-04-12t23:20:50z") ==
              parsed<seconds_time>("1985-04-12T23:20:50Z"));
static_assert(parsed<milliseconds_time>("1970-01-01T00:00:00.1Z") == milliseconds_time{100ms});
static_assert(parsed<milliseconds_time>("1970-01-01T00:00:00.12300000000000Z") ==
              milliseconds_time{123ms});
static_assert(parsed<nanoseconds_time>("1969-12-31T23:59:59.999999999Z") == nanoseconds_time{-1ns});
static_assert(parsed<sys_days>("2024-02-29T01:00:00+01:00") == leap_day);

}  // namespace

TEST_CASE("a text that is not RFC 3339 is refused") {
  const char* const texts[] = {
      "",                           // nothing
      "1985-04-12",                 // a date only
      "1985-04-12T23:20:50",        // no offset
      "1985-04-12 23:20:50Z",       // a space
      "1985-04-12T23:20Z",          // no seconds
      "1985-04-12T23:20:50.Z",      // no digit after the dot
      "1985-04-12T23:20:50,5Z",     // a comma
      "1985-04-12T23:20:50ZZ",      // something after
      "1985-04-12T23:20:50Z ",      // a space after
      " 1985-04-12T23:20:50Z",      // a space before
      "85-04-12T23:20:50Z",         // two digits
      "+1985-04-12T23:20:50Z",      // a sign
      "-985-04-12T23:20:50Z",       // a sign instead of a digit
      "1985-4-12T23:20:50Z",        // one digit
      "1985-13-12T23:20:50Z",       // month 13
      "1985-00-12T23:20:50Z",       // month 0
      "1985-04-31T23:20:50Z",       // 31 April
      "1985-04-00T23:20:50Z",       // day 0
      "2023-02-29T00:00:00Z",       // not a leap year
      "1900-02-29T00:00:00Z",       // not a leap year either
      "1985-04-12T24:00:00Z",       // hour 24
      "1985-04-12T23:60:00Z",       // minute 60
      "1990-12-31T23:59:60Z",       // a leap second
      "1985-04-12T23:20:50+24:00",  // offset of a day
      "1985-04-12T23:20:50+01:60",  // offset minute 60
      "1985-04-12T23:20:50+0100",   // no colon
      "1985-04-12T23:20:50+01",     // no minutes
      "1985-04-12T23:20:50*01:00",  // no sign
      "1985-04-12T23:20:5\xC0Z",    // no digit
  };
  for (const char* from : texts) {
    INFO(from);
    CHECK(refused<nanoseconds_time>(from, codec_errc::invalid_format));
  }
}

TEST_CASE("a time that the type cannot hold exactly is refused") {
  CHECK(refused<seconds_time>("1970-01-01T00:00:00.5Z", codec_errc::out_of_range));
  CHECK(refused<milliseconds_time>("1970-01-01T00:00:00.0001Z", codec_errc::out_of_range));
  CHECK(refused<sys_days>("1970-01-01T00:00:01Z", codec_errc::out_of_range));
  CHECK(refused<nanoseconds_time>("2262-04-11T23:47:16.854775808Z", codec_errc::out_of_range));
  CHECK(refused<nanoseconds_time>("1677-09-21T00:12:43.145224191Z", codec_errc::out_of_range));
  CHECK(refused<nanoseconds_time>("9999-12-31T23:59:59Z", codec_errc::out_of_range));
  CHECK(refused<seconds_time>("9999-12-31T23:59:59-00:01", codec_errc::out_of_range));
  CHECK(refused<seconds_time>("0000-01-01T00:00:00+00:01", codec_errc::out_of_range));
  CHECK(refused<sys_time<std::chrono::duration<std::int8_t>>>("1970-01-01T00:02:08Z",
                                                              codec_errc::out_of_range));
}

TEST_CASE("the first and last time of a type survive the way to text and back") {
  const auto survives = [](auto time) {
    pawl::detail::codec::time_text out;
    REQUIRE(print_time(time, out));
    decltype(time) back{};
    REQUIRE(!parse_time(out.view(), back));
    CHECK(back == time);
  };
  survives(nanoseconds_time::min());
  survives(nanoseconds_time::max());
  survives(seconds_time{sys_days{year{0} / 1 / 1}});
  survives(seconds_time{sys_days{year{9999} / 12 / 31} + 23h + 59min + 59s});
}

TEST_CASE("a time beyond the years of four digits is not printed") {
  pawl::detail::codec::time_text out;
  CHECK(!print_time(seconds_time::max(), out));
  CHECK(!print_time(seconds_time::min(), out));
  CHECK(!print_time(sys_days{year{10000} / 1 / 1}, out));
  CHECK(!print_time(sys_days{year{0} / 1 / 1} - std::chrono::days{1}, out));
  CHECK(!print_time(milliseconds_time{seconds_time{sys_days{year{0} / 1 / 1}}} - 1ms, out));
}
