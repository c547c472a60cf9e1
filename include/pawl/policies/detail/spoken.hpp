// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/decimal.hpp>
#include <pawl/detail/refusal.hpp>
#include <pawl/policies/units.hpp>

namespace pawl::detail {

/// A length of time in a sentence, in the largest unit that divides it: `90 s`, `5 min`, `1 d`.
constexpr void say_duration(auto& out, duration_ms length) {
  struct unit {
    std::int64_t size;
    text name;
  };
  constexpr unit units[] = {{86'400'000, " d"}, {3'600'000, " h"}, {60'000, " min"}, {1000, " s"}};
  for (const unit& each : units)
    if (length.count != 0 && length.count % each.size == 0) {
      say_number(out, length.count / each.size);
      out << each.name;
      return;
    }
  say_number(out, length.count);
  out << " ms";
}

/// Names in a sentence: `a, b, c`.
constexpr void say_list(auto& out, const text* names, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    if (i != 0) out << ", ";
    out << names[i];
  }
}

/// Ten years: long enough for every policy, and no sum with a date overflows.
inline constexpr duration_ms longest_duration{std::int64_t{3650} * 86'400'000};

template <fixed_string Subject, duration_ms Length>
struct duration_sentence {
  static constexpr void write(auto& out) {
    out << "pawl: " << Subject << ' ';
    say_duration(out, Length);
    out << " is out of range; give a time longer than zero and at most ";
    say_duration(out, longest_duration);
  }
};

/// Empty base of whatever is given a length of time.
template <fixed_string Subject, duration_ms Length>
struct sound_duration
    : demand<(Length.count > 0 && Length <= longest_duration), duration_sentence<Subject, Length>> {
};

template <fixed_string Subject, std::int64_t Count, std::int64_t Most>
struct count_sentence {
  static constexpr void write(auto& out) {
    out << "pawl: " << Subject << ' ';
    say_number(out, Count);
    out << " is out of range; give a number from 1 to ";
    say_number(out, Most);
  }
};

/// Empty base of whatever is given a number.
template <fixed_string Subject, std::int64_t Count, std::int64_t Most>
struct sound_count : demand<(Count >= 1 && Count <= Most), count_sentence<Subject, Count, Most>> {};

/// A time that was refused is replaced, so that nothing computed from it is refused as well.
constexpr duration_ms or_one_second(duration_ms length) {
  return length.count > 0 && length <= longest_duration ? length : duration_ms{1000};
}

/// Letters, digits and underscores, not beginning with a digit: a name that metrics, JSON and SQL
/// all take as it is.
constexpr bool is_identifier(text name) {
  if (name.empty() || (name[0] >= '0' && name[0] <= '9')) return false;
  for (const char c : name) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    const bool digit = c >= '0' && c <= '9';
    if (!letter && !digit && c != '_') return false;
  }
  return true;
}

/// The place of a name in a list, or the list's length.
constexpr std::size_t place_of(text name, const text* names, std::size_t count) {
  std::size_t at = 0;
  while (at < count && !(names[at] == name)) ++at;
  return at;
}

/// The first name that is no identifier or stands in the list before; the list's length if none.
constexpr std::size_t first_unsound_name(const text* names, std::size_t count) {
  std::size_t at = 0;
  while (at < count && is_identifier(names[at]) && place_of(names[at], names, at) == at) ++at;
  return at;
}

/// Names that a policy lists: `what` is what one of them is called in the sentence.
template <fixed_string Owner, fixed_string What, fixed_string... Names>
struct names_sentence {
  static constexpr void write(auto& out) {
    constexpr text names[] = {Names.view()..., {}};
    const text name = names[first_unsound_name(names, sizeof...(Names))];
    out << "pawl: " << Owner << " has the " << What << " " << name;
    if (is_identifier(name))
      out << " twice; give each its own name";
    else
      out << ", which is no identifier; use letters, digits and underscores";
  }
};

template <fixed_string... Names>
inline constexpr bool sound_names = [] {
  constexpr text names[] = {Names.view()..., {}};
  return first_unsound_name(names, sizeof...(Names)) == sizeof...(Names);
}();

}  // namespace pawl::detail
