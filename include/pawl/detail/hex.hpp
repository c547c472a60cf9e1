// SPDX-License-Identifier: BSL-1.0
#pragma once

namespace pawl::detail {

/// The digit of the lowest four bits, in lower case.
constexpr char hex_digit(unsigned value) { return "0123456789abcdef"[value & 15U]; }

/// The value of a digit in either case; negative for any other character.
constexpr int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

}  // namespace pawl::detail
