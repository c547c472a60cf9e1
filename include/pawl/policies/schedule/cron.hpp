// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

#include <pawl/detail/calendar.hpp>
#include <pawl/detail/decimal.hpp>
#include <pawl/detail/text.hpp>

/// Cron expressions: five fields, read by the compiler or at run time, and the minutes they name.
///
///     minute  hour  day of month  month  day of week
///     0-59    0-23  1-31          1-12   0-7, both 0 and 7 are Sunday
///
/// A field is `*`, a number, a range `1-5`, either with a step `*/15`, or a list of such with
/// commas. Months and days of the week may be called by the first three letters of their names. If
/// both days are restricted, a day that is either of them counts.

namespace pawl {

/// The minutes that an expression names, as bits.
struct cron_fields {
  std::uint64_t minutes = 0;
  std::uint64_t hours = 0;
  std::uint64_t days = 0;      ///< of the month, from 1
  std::uint64_t months = 0;    ///< from 1
  std::uint64_t weekdays = 0;  ///< from Sunday, which is 0
  bool any_day = false;        ///< the day of the month begins with `*`
  bool any_weekday = false;

  /// Such a schedule goes on hour by hour, whatever the clock on the wall is set to.
  [[nodiscard]] constexpr bool is_every_hour() const { return hours == (1U << 24U) - 1; }

  friend constexpr bool operator==(const cron_fields&, const cron_fields&) = default;
};

namespace detail {

struct cron_field {
  text name;
  int least;
  int most;
  text range;
};
inline constexpr cron_field cron_layout[] = {{"minute", 0, 59, "0 to 59"},
                                             {"hour", 0, 23, "0 to 23"},
                                             {"day of month", 1, 31, "1 to 31"},
                                             {"month", 1, 12, "1 to 12 or jan to dec"},
                                             {"day of week", 0, 7, "0 to 7 or sun to sat"}};
inline constexpr text month_names = "janfebmaraprmayjunjulaugsepoctnovdec";
inline constexpr text weekday_names = "sunmontuewedthufrisat";

}  // namespace detail

/// What is wrong with an expression.
struct cron_flaw {
  enum class kind : unsigned char { none, count, word, range, backwards, step, never };
  kind what = kind::none;
  std::size_t field = 0;
  std::size_t count = 0;  ///< fields that there are
  text word{};            ///< the offending one

  constexpr explicit operator bool() const { return what != kind::none; }
  /// A part of a sentence: what is wrong, and what to write.
  constexpr void write(auto& out) const {
    const detail::cron_field& of = detail::cron_layout[field];
    switch (what) {
      case kind::none:
        return;
      case kind::count:
        out << "has ";
        detail::say_number(out, static_cast<std::int64_t>(count));
        out << (count == 1 ? text(" field") : text(" fields"))
            << "; write five: minute, hour, day of month, month, day of week";
        return;
      case kind::word:
        out << "has (" << word << ") for its " << of.name << "; write *, or numbers of " << of.range
            << " such as 1, 1-5, */2 or 1,3";
        return;
      case kind::range:
        out << "has " << word << " for its " << of.name << ", which is out of range; write "
            << of.range;
        return;
      case kind::backwards:
        out << "has the range " << word << " for its " << of.name
            << ", which runs backwards; write the smaller one first";
        return;
      case kind::step:
        out << "has a step of 0 for its " << of.name << "; write at least 1";
        return;
      case kind::never:
        out << "names a day that never comes; give its month a day that it has";
        return;
    }
  }
};

namespace detail {

constexpr bool has_bit(std::uint64_t bits, std::int64_t at) { return (bits >> at & 1U) != 0; }

/// Reads an expression, field by field.
class cron_reader {
 public:
  constexpr explicit cron_reader(text all) : all_(all) {}

  constexpr cron_flaw read(cron_fields& out) {
    const std::size_t count = count_fields();
    if (count != 5) return {.what = cron_flaw::kind::count, .count = count};
    std::uint64_t* const fields[] = {&out.minutes, &out.hours, &out.days, &out.months,
                                     &out.weekdays};
    for (field_ = 0; field_ < 5; ++field_) {
      const text words = next_field();
      if (field_ == 2) out.any_day = words[0] == '*';
      if (field_ == 4) out.any_weekday = words[0] == '*';
      if (const cron_flaw found = read_list(words, *fields[field_])) return found;
    }
    // 7 is Sunday as well.
    if (has_bit(out.weekdays, 7)) out.weekdays = (out.weekdays | 1U) & 0x7fU;
    return {};
  }

 private:
  using flaw = cron_flaw::kind;
  static constexpr int none = -1;
  static constexpr int too_great = 1000;

  static constexpr bool is_space(char c) { return c == ' ' || c == '\t'; }
  [[nodiscard]] constexpr std::size_t count_fields() const {
    std::size_t count = 0;
    for (std::size_t i = 0; i < all_.size(); ++i)
      if (!is_space(all_[i]) && (i == 0 || is_space(all_[i - 1]))) ++count;
    return count;
  }
  constexpr text next_field() {
    while (is_space(all_[at_])) ++at_;
    const std::size_t begin = at_;
    while (at_ < all_.size() && !is_space(all_[at_])) ++at_;
    return all_.substr(begin, at_ - begin);
  }
  [[nodiscard]] constexpr cron_flaw wrong(flaw what, text word) const {
    return {.what = what, .field = field_, .word = word};
  }
  static constexpr std::size_t find(text in, char c) {
    std::size_t at = 0;
    while (at < in.size() && in[at] != c) ++at;
    return at;
  }
  static constexpr text behind(text in, std::size_t at) {
    return at >= in.size() ? text() : in.substr(at + 1, in.size() - at - 1);
  }

  constexpr cron_flaw read_list(text words, std::uint64_t& bits) const {
    while (true) {
      const std::size_t comma = find(words, ',');
      if (const cron_flaw found = read_part(words.substr(0, comma), bits)) return found;
      if (comma == words.size()) return {};
      words = behind(words, comma);
    }
  }
  constexpr cron_flaw read_part(text words, std::uint64_t& bits) const {
    const cron_field& of = cron_layout[field_];
    const std::size_t slash = find(words, '/');
    const text range = words.substr(0, slash);
    const std::size_t dash = find(range, '-');
    int first = of.least;
    int last = of.most;
    if (!(range == "*")) {
      first = number(range.substr(0, dash));
      if (first == none) return wrong(flaw::word, words);
      last = dash < range.size()    ? number(behind(range, dash))
             : slash < words.size() ? of.most
                                    : first;
      if (last == none) return wrong(flaw::word, words);
      if (first < of.least || first > of.most) return wrong(flaw::range, range.substr(0, dash));
      if (last > of.most) return wrong(flaw::range, behind(range, dash));
      if (last < first) return wrong(flaw::backwards, range);
    } else if (field_ == 4) {
      last = 6;
    }
    int step = 1;
    if (slash < words.size()) {
      step = digits(behind(words, slash));
      if (step == none) return wrong(flaw::word, words);
      if (step == 0) return wrong(flaw::step, words);
    }
    for (int each = first; each <= last; each += step) bits |= std::uint64_t{1} << each;
    return {};
  }
  static constexpr int digits(text word) {
    if (word.empty()) return none;
    int value = 0;
    for (std::size_t i = 0; i < word.size(); ++i) {
      if (word[i] < '0' || word[i] > '9') return none;
      if (value < too_great) value = value * 10 + (word[i] - '0');
    }
    return value < too_great ? value : too_great;
  }
  [[nodiscard]] constexpr int number(text word) const {
    if (field_ == 3)
      if (const int named = name_in(month_names, word); named != none) return named + 1;
    if (field_ == 4)
      if (const int named = name_in(weekday_names, word); named != none) return named;
    return digits(word);
  }
  static constexpr int name_in(text names, text word) {
    if (word.size() != 3) return none;
    for (std::size_t at = 0; at < names.size(); at += 3) {
      bool same = true;
      for (std::size_t i = 0; i < 3; ++i) {
        const char c = word[i];
        const char lower = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
        same = same && lower == names[at + i];
      }
      if (same) return static_cast<int>(at / 3);
    }
    return none;
  }

  text all_;
  std::size_t at_ = 0;
  std::size_t field_ = 0;
};

}  // namespace detail

/// No minute at all.
inline constexpr std::int64_t no_minute = -1;

namespace detail {

constexpr bool names_day(const cron_fields& cron, std::int64_t day, const calendar_day& date) {
  const bool by_date = has_bit(cron.days, date.day);
  const bool by_weekday = has_bit(cron.weekdays, (day + 4) % 7);  // 1970 began on a Thursday
  return cron.any_day || cron.any_weekday ? by_date && by_weekday : by_date || by_weekday;
}

/// The first minute of a day from one on; `no_minute` if there is none.
constexpr std::int64_t minute_from(const cron_fields& cron, std::int64_t from) {
  for (std::int64_t hour = from / 60; hour < 24; ++hour) {
    if (!has_bit(cron.hours, hour)) continue;
    for (std::int64_t minute = hour == from / 60 ? from % 60 : 0; minute < 60; ++minute)
      if (has_bit(cron.minutes, minute)) return hour * 60 + minute;
  }
  return no_minute;
}

}  // namespace detail

/// The first minute from one on that an expression names, both counted since 1970 by a clock that
/// is never set; `no_minute` if none comes within forty years, after which the calendar repeats.
[[nodiscard]] constexpr std::int64_t next_minute(const cron_fields& cron, std::int64_t from) {
  using detail::calendar_day;
  constexpr std::int64_t per_day = 1440;
  constexpr std::int64_t longest = 366 * 41;
  if (from < 0) from = 0;
  std::int64_t day = from / per_day;
  std::int64_t minute = from % per_day;
  for (const std::int64_t last = day + longest; day <= last; minute = 0) {
    const calendar_day date = calendar_day::of(day);
    if (!detail::has_bit(cron.months, date.month)) {
      day += calendar_day::days_in(date.year, date.month) - date.day + 1;
      continue;
    }
    if (detail::names_day(cron, day, date))
      if (const std::int64_t found = detail::minute_from(cron, minute); found != no_minute)
        return day * per_day + found;
    ++day;
  }
  return no_minute;
}

/// Reads an expression; or says what is wrong with it.
[[nodiscard]] constexpr cron_flaw parse_cron(text expression, cron_fields& out) {
  out = {};
  if (const cron_flaw found = detail::cron_reader(expression).read(out)) return found;
  if (next_minute(out, 0) == no_minute) return {.what = cron_flaw::kind::never};
  return {};
}

}  // namespace pawl
