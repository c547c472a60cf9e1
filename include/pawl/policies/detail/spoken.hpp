// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <type_traits>

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

/// Stands for a longest delay that was not given.
struct no_cap {};

/// What a policy is given for a length of time: one of ours, one of std::chrono, or something else,
/// which is refused by a sentence. A class, because a std::chrono::duration can be no template
/// argument, and the compiler would say so before anything here is asked.
struct given_time {
  enum class form : unsigned char { time, number, other, missing };

  std::int64_t count = 0;
  form is = form::other;

  consteval given_time(duration_ms length) : count(length.count), is(form::time) {}
  consteval given_time(no_cap) : is(form::missing) {}
  [[nodiscard]] constexpr bool is_missing() const { return is == form::missing; }
  template <class Given>
  consteval given_time(const Given& given) {
    if constexpr (requires {
                    typename Given::period;
                    given.count() % 2;
                  }) {
      // Finer than a millisecond is refused rather than rounded.
      const std::int64_t scaled = std::int64_t{given.count()} * 1000 * Given::period::num;
      count = scaled / Given::period::den;
      is = scaled % Given::period::den == 0 ? form::time : form::other;
    } else if constexpr (requires { given % 2; }) {
      count = static_cast<std::int64_t>(given);
      is = form::number;
    }
  }
};

/// What a policy is given for a number: one, or something else or none, which are refused by a
/// sentence.
struct given_number {
  int value = 0;
  bool is_number = false;

  consteval given_number() = default;
  template <class Given>
  consteval given_number(Given given) {  // by value: g++ 12 wants what is referred to captured
    if constexpr (requires {
                    given % 2;
                    static_cast<long long>(given);
                  }) {
      const auto whole = static_cast<long long>(given);  // of whatever sign, without a warning
      value = static_cast<int>(whole);
      is_number = value == whole;
    }
  }
};

/// The same for one of the enumerators of an enum.
template <class Enum>
struct given_one_of {
  Enum value{};
  bool is_one = false;

  consteval given_one_of() = default;
  consteval given_one_of(Enum given) : value(given), is_one(true) {}
  template <class Given>
  consteval given_one_of(Given given) {
    if constexpr (std::is_convertible_v<Given, Enum>) {
      value = given;
      is_one = true;
    }
  }
};

template <given_time Given>
inline constexpr bool is_duration = Given.is == given_time::form::time;

/// A length of time that a policy is given. What is none is refused, and replaced by one that goes
/// well with all others.
template <given_time Given, duration_ms Instead = duration_ms{1000}>
inline constexpr duration_ms duration_of = is_duration<Given> ? duration_ms{Given.count} : Instead;

/// A number is no length of time: nothing says whether seconds are meant or milliseconds.
template <fixed_string Subject, given_time Given>
struct unit_sentence {
  static constexpr void write(auto& out) {
    out << "pawl: " << Subject << " is given ";
    if constexpr (Given.is == given_time::form::number) {
      say_number(out, Given.count);
      out << ", which has no unit; write ";
      say_number(out, Given.count);
      out << "_s, or the like with _ms, _min, _h or _d";
    } else if constexpr (Given.is_missing()) {
      out << "no length of time; write one such as 30_s or 5_min";
    } else {
      out << "something that is no length of time; write one such as 30_s or 5_min";
    }
  }
};

/// The sentence of the first of some lengths of time that is none; of the first if all are.
template <fixed_string Subject, given_time First, given_time... More>
struct units_sentence : unit_sentence<Subject, First> {};
template <fixed_string Subject, given_time First, given_time Second, given_time... More>
  requires(is_duration<First>)
struct units_sentence<Subject, First, Second, More...> : units_sentence<Subject, Second, More...> {
};

/// Empty base of whatever is given several lengths of time.
template <fixed_string Subject, given_time... Lengths>
struct sound_units : demand<(is_duration<Lengths> && ...), units_sentence<Subject, Lengths...>> {};

template <fixed_string Subject, given_time Length>
struct duration_sentence : unit_sentence<Subject, Length> {};
template <fixed_string Subject, given_time Length>
  requires(is_duration<Length>)
struct duration_sentence<Subject, Length> {
  static constexpr void write(auto& out) {
    out << "pawl: " << Subject << ' ';
    say_duration(out, duration_of<Length>);
    out << " is out of range; give a time longer than zero and at most ";
    say_duration(out, longest_duration);
  }
};

/// Empty base of whatever is given a length of time.
template <fixed_string Subject, given_time Length>
struct sound_duration : demand<(is_duration<Length> && duration_of<Length>.count > 0 &&
                                duration_of<Length> <= longest_duration),
                               duration_sentence<Subject, Length>> {};

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
