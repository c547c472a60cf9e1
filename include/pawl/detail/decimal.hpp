// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/text.hpp>

#include <cstdint>

namespace pawl::detail {

/// The digits of the largest number.
inline constexpr std::size_t most_digits = 20;

/// Writes digits so that they end at `end`, with zeros in front where there are fewer than `least`.
/// Returns where they begin.
constexpr char* write_digits(char* end, std::uint64_t value, std::size_t least = 1) {
  for (std::size_t count = 0; value != 0 || count < least; ++count, value /= 10)
    *--end = static_cast<char>('0' + value % 10);
  return end;
}

constexpr void say_digits(auto& out, std::uint64_t value, std::size_t least = 1) {
  char room[most_digits]{};
  char* const end = room + most_digits;
  const char* const begin = write_digits(end, value, least);
  out << text(begin, static_cast<std::size_t>(end - begin));
}

/// A number in a sentence.
constexpr void say_number(auto& out, std::int64_t value) {
  const auto bits = static_cast<std::uint64_t>(value);
  if (value < 0) out << '-';
  say_digits(out, value < 0 ? 0 - bits : bits);  // unsigned: the lowest has a negative too
}

/// `count / per_unit`, which is a power of ten: exactly, and without needless zeros.
constexpr void say_fraction(auto& out, std::uint64_t count, std::uint64_t per_unit) {
  say_digits(out, count / per_unit);
  std::uint64_t rest = count % per_unit;
  if (rest == 0) return;
  std::size_t places = 0;
  for (std::uint64_t unit = per_unit; unit > 1; unit /= 10) ++places;
  for (; rest % 10 == 0; rest /= 10) --places;
  out << '.';
  say_digits(out, rest, places);
}

}  // namespace pawl::detail
