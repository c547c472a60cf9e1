// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/codec/error.hpp>
#include <pawl/detail/decimal.hpp>
#include <pawl/detail/maybe.hpp>
#include <pawl/detail/text.hpp>

#include <charconv>
#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>

#if !defined(__cpp_lib_to_chars)
#include <locale.h>
#include <stdlib.h>
#endif

namespace pawl::detail::codec {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Where a JSON number ends, and what it is made of.
struct number_extent {
  const char* end = nullptr;
  bool whole = true;     ///< neither a fraction nor an exponent
  bool nonzero = false;  ///< some digit of the significand is not zero
  bool sound = false;    ///< RFC 8259 calls it a number
};

/// Finds the number at `at`: an optional minus, no leading zero, a digit before and after a dot.
constexpr number_extent measure_number(const char* at, const char* end) {
  number_extent extent;
  const auto digits = [&] {
    const char* first = at;
    for (; at != end && is_digit(*at); ++at) extent.nonzero = extent.nonzero || *at != '0';
    return at != first;
  };
  extent.end = at;
  if (at != end && *at == '-') ++at;
  const char* first = at;
  if (!digits() || (*first == '0' && at - first > 1)) return extent;
  if (at != end && *at == '.') {
    extent.whole = false;
    ++at;
    if (!digits()) return extent;
  }
  if (at != end && (*at == 'e' || *at == 'E')) {
    extent.whole = false;
    ++at;
    if (at != end && (*at == '+' || *at == '-')) ++at;
    const bool significand = extent.nonzero;
    if (!digits()) return extent;
    extent.nonzero = significand;
  }
  extent.end = at;
  extent.sound = true;
  return extent;
}

/// Reads the digits of an integer exactly. Nothing if `value` was set, else what was wrong.
template <std::integral T>
constexpr maybe<codec_errc> parse_integer(const char* at, const char* end, T& value) {
  const bool negative = *at == '-';
  if (negative) ++at;
  T result = 0;
  for (; at != end; ++at) {
    const auto digit = static_cast<T>(*at - '0');
    if (__builtin_mul_overflow(result, T{10}, &result)) return codec_errc::out_of_range;
    if (negative ? __builtin_sub_overflow(result, digit, &result)
                 : __builtin_add_overflow(result, digit, &result))
      return codec_errc::out_of_range;
  }
  value = result;
  return {};
}

/// Reads a measured number to the nearest value. A number too large for the type, or so small that
/// it would become zero, is out of range.
template <std::floating_point T>
maybe<codec_errc> parse_floating(const char* at, const number_extent& extent, T& value) {
  T result{};
#if defined(__cpp_lib_to_chars)
  const bool fits = std::from_chars(at, extent.end, result).ec == std::errc{};
#else
  // libc++ before version 20 has no from_chars for floating point. The C library rounds correctly
  // too, but wants a terminated string and looks at the locale.
  static const locale_t c_locale = newlocale(LC_ALL_MASK, "C", nullptr);
  const std::string terminated(at, extent.end);
  if constexpr (std::same_as<T, float>)
    result = strtof_l(terminated.c_str(), nullptr, c_locale);
  else
    result = strtod_l(terminated.c_str(), nullptr, c_locale);
  const bool fits = true;
#endif
  const bool infinite =
      result > std::numeric_limits<T>::max() || result < std::numeric_limits<T>::lowest();
  if (!fits || infinite || (result == 0 && extent.nonzero)) return codec_errc::out_of_range;
  value = result;
  return {};
}

/// A JSON number of the right kind and nothing else. Nothing if `value` was set, else what was
/// wrong.
template <class T>
constexpr maybe<codec_errc> parse_number(const char* at, const number_extent& extent, T& value) {
  if (!extent.sound) return codec_errc::invalid_number;
  if constexpr (std::integral<T>) {
    if (!extent.whole) return codec_errc::wrong_type;
    return parse_integer(at, extent.end, value);
  } else {
    return parse_floating(at, extent, value);
  }
}

/// The text of a number: `[first, last)`.
struct number_text {
  char room[32];  // "-1.7976931348623157e+308" has 24 characters
  char* first = room + sizeof room;
  char* last = room + sizeof room;

  [[nodiscard]] constexpr text view() const {
    return {first, static_cast<std::size_t>(last - first)};
  }
};

template <std::integral T>
constexpr bool print_number(T value, number_text& out) {
  using widest = std::conditional_t<std::signed_integral<T>, std::int64_t, std::uint64_t>;
  const auto bits = static_cast<std::uint64_t>(widest{value});
  out.first = write_digits(out.first, value < 0 ? 0 - bits : bits);
  if (value < 0) *--out.first = '-';
  return true;
}

/// The shortest text that reads back as the same value. False for NaN and infinity, which have
/// none.
template <std::floating_point T>
bool print_number(T value, number_text& out) {
  if (!(value >= std::numeric_limits<T>::lowest() && value <= std::numeric_limits<T>::max()))
    return false;
  out.first = out.room;
  out.last = std::to_chars(out.room, out.room + sizeof out.room, value).ptr;
  return true;
}

}  // namespace pawl::detail::codec
