// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/codec/error.hpp>
#include <pawl/detail/calendar.hpp>
#include <pawl/detail/decimal.hpp>
#include <pawl/detail/durations.hpp>
#include <pawl/detail/maybe.hpp>
#include <pawl/detail/text.hpp>

#include <concepts>
#include <cstdint>
#include <ratio>
#include <utility>

namespace pawl {

/// The unit that follows the count of a duration on the wire, `"1500ms"`; empty for a period that
/// has none. The unit is part of the type: a count in another unit is refused, not converted.
template <class Period>
consteval text duration_unit() {
  if constexpr (std::ratio_equal_v<Period, std::nano>)
    return "ns";
  else if constexpr (std::ratio_equal_v<Period, std::micro>)
    return "us";
  else if constexpr (std::ratio_equal_v<Period, std::milli>)
    return "ms";
  else if constexpr (std::ratio_equal_v<Period, std::ratio<1>>)
    return "s";
  else if constexpr (std::ratio_equal_v<Period, std::ratio<60>>)
    return "min";
  else if constexpr (std::ratio_equal_v<Period, std::ratio<3600>>)
    return "h";
  else if constexpr (std::ratio_equal_v<Period, std::ratio<86400>>)
    return "d";
  else
    return {};
}

namespace detail::codec {

/// Digits after the second that a period needs: 3 for milliseconds, 0 for whole seconds and longer.
template <class Period>
consteval int fraction_digits() {
  int digits = 0;
  for (std::intmax_t unit = 1; unit < Period::den; unit *= 10) ++digits;
  return digits;
}

/// The time points that have a form on the wire: counted in a signed integer of one of the named
/// units.
template <class Duration>
concept wire_time = std::signed_integral<typename Duration::rep> &&
                    !duration_unit<typename Duration::period>().empty();

inline constexpr std::int64_t seconds_per_day = 86400;
// 0000-01-01T00:00:00Z and 9999-12-31T23:59:59Z: RFC 3339 has four digits for a year.
inline constexpr std::int64_t first_second = -719528 * seconds_per_day;
inline constexpr std::int64_t last_second = 2932897 * seconds_per_day - 1;

/// `2026-11-16T03:18:22.125Z` and room to spare.
struct time_text {
  char chars[40]{};
  std::size_t size = 0;

  constexpr void put(char c) { chars[size++] = c; }
  constexpr void put_digits(std::uint64_t value, int digits) {
    size += static_cast<std::size_t>(digits);
    write_digits(chars + size, value, static_cast<std::size_t>(digits));
  }
  [[nodiscard]] constexpr text view() const { return {chars, size}; }
};

/// Writes RFC 3339 in UTC with exactly the digits of the type's precision: one time, one text.
/// False if the year has not four digits.
template <wire_time Duration>
constexpr bool print_time(std::chrono::sys_time<Duration> time, time_text& out) {
  using period = typename Duration::period;
  const auto count = time.time_since_epoch().count();
  std::int64_t seconds = 0;
  std::uint64_t fraction = 0;
  if constexpr (period::den == 1) {
    if (std::cmp_less(count, first_second / period::num) ||
        std::cmp_greater(count, last_second / period::num))
      return false;
    seconds = static_cast<std::int64_t>(count) * period::num;
  } else {
    seconds = static_cast<std::int64_t>(count / period::den);
    auto rest = static_cast<std::int64_t>(count % period::den);
    if (rest < 0) {
      rest += period::den;
      --seconds;
    }
    fraction = static_cast<std::uint64_t>(rest);
  }
  if (seconds < first_second || seconds > last_second) return false;
  const auto since_first = static_cast<std::uint64_t>(seconds - first_second);
  const auto date = calendar_day::of(static_cast<std::int64_t>(since_first / seconds_per_day) +
                                     first_second / seconds_per_day);
  const std::uint64_t second_of_day = since_first % seconds_per_day;
  out.put_digits(static_cast<unsigned>(date.year), 4);
  out.put('-');
  out.put_digits(static_cast<unsigned>(date.month), 2);
  out.put('-');
  out.put_digits(static_cast<unsigned>(date.day), 2);
  out.put('T');
  out.put_digits(second_of_day / 3600, 2);
  out.put(':');
  out.put_digits(second_of_day / 60 % 60, 2);
  out.put(':');
  out.put_digits(second_of_day % 60, 2);
  if constexpr (fraction_digits<period>() != 0) {
    out.put('.');
    out.put_digits(fraction, fraction_digits<period>());
  }
  out.put('Z');
  return true;
}

/// Reads digits, signs and letters of a fixed-width text; once something is wrong it stays wrong.
struct time_cursor {
  const char* at;
  const char* end;
  bool sound = true;

  constexpr int digits(int count) {
    int value = 0;
    for (; count > 0; --count) {
      if (at == end || *at < '0' || *at > '9') {
        sound = false;
        return 0;
      }
      value = value * 10 + (*at++ - '0');
    }
    return value;
  }
  constexpr bool next_is(char a, char b) const { return at != end && (*at == a || *at == b); }
  constexpr void expect(char a, char b) {
    if (next_is(a, b))
      ++at;
    else
      sound = false;
  }
};

/// Reads RFC 3339, any offset. Leap seconds (`:60`) are refused: the system clock has none. Digits
/// beyond the precision of the type must be zero. Nothing if `time` was set, else what was wrong.
template <wire_time Duration>
constexpr maybe<codec_errc> parse_time(text from, std::chrono::sys_time<Duration>& time) {
  using period = typename Duration::period;
  using rep = typename Duration::rep;
  time_cursor in{from.begin(), from.end()};
  const int year = in.digits(4);
  in.expect('-', '-');
  const int month = in.digits(2);
  in.expect('-', '-');
  const int day = in.digits(2);
  in.expect('T', 't');
  const std::int64_t hour = in.digits(2);
  in.expect(':', ':');
  const std::int64_t minute = in.digits(2);
  in.expect(':', ':');
  const int second = in.digits(2);
  if (!in.sound) return codec_errc::invalid_format;

  std::uint64_t fraction = 0;
  bool exact = true;
  if (in.next_is('.', '.')) {
    ++in.at;
    int left = fraction_digits<period>();
    if (in.at == in.end || *in.at < '0' || *in.at > '9') return codec_errc::invalid_format;
    for (; in.at != in.end && *in.at >= '0' && *in.at <= '9'; ++in.at) {
      if (left > 0) {
        fraction = fraction * 10 + static_cast<unsigned>(*in.at - '0');
        --left;
      } else if (*in.at != '0') {
        exact = false;
      }
    }
    for (; left > 0; --left) fraction *= 10;
  }

  std::int64_t offset = 0;
  if (in.next_is('Z', 'z')) {
    ++in.at;
  } else {
    const bool west = in.next_is('-', '-');
    in.expect('+', '-');
    const std::int64_t offset_hour = in.digits(2);
    in.expect(':', ':');
    const std::int64_t offset_minute = in.digits(2);
    if (!in.sound || offset_hour > 23 || offset_minute > 59) return codec_errc::invalid_format;
    offset = (offset_hour * 60 + offset_minute) * (west ? -60 : 60);
  }
  if (in.at != in.end) return codec_errc::invalid_format;

  const calendar_day date{year, month, day};
  if (!date.is_date() || hour > 23 || minute > 59 || second > 59) return codec_errc::invalid_format;
  const std::int64_t seconds =
      date.days_since_1970() * seconds_per_day + hour * 3600 + minute * 60 + second - offset;
  if (!exact || seconds < first_second || seconds > last_second) return codec_errc::out_of_range;

  rep count{};
  if constexpr (period::den == 1) {
    if (seconds % period::num != 0 || !std::in_range<rep>(seconds / period::num))
      return codec_errc::out_of_range;
    count = static_cast<rep>(seconds / period::num);
  } else {
    // Before the epoch the fraction counts down from the next second: the earliest time that fits
    // has whole seconds that do not.
    const bool before = seconds < 0 && fraction != 0;
    const std::int64_t rest = static_cast<std::int64_t>(fraction) - (before ? period::den : 0);
    std::int64_t whole = 0;
    if (__builtin_mul_overflow(seconds + before, std::int64_t{period::den}, &whole) ||
        __builtin_add_overflow(whole, rest, &whole) || !std::in_range<rep>(whole))
      return codec_errc::out_of_range;
    count = static_cast<rep>(whole);
  }
  time = std::chrono::sys_time<Duration>{Duration{count}};
  return {};
}

}  // namespace detail::codec
}  // namespace pawl
