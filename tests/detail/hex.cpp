// SPDX-License-Identifier: BSL-1.0
#include <pawl/detail/hex.hpp>

#include <string_view>

#include "support/catch.hpp"

namespace {

using pawl::detail::hex_digit;
using pawl::detail::hex_value;

TEST_CASE("a digit stands for the lowest four bits, in lower case") {
  STATIC_REQUIRE(hex_digit(0) == '0');
  STATIC_REQUIRE(hex_digit(9) == '9');
  STATIC_REQUIRE(hex_digit(10) == 'a');
  STATIC_REQUIRE(hex_digit(0x12f) == 'f');
}

TEST_CASE("a digit is read back in either case, and nothing else is a digit") {
  for (int value = 0; value < 16; ++value) {
    const char digit = hex_digit(static_cast<unsigned>(value));
    CHECK(hex_value(digit) == value);
    if (value >= 10) CHECK(hex_value(static_cast<char>(digit - 'a' + 'A')) == value);
  }
  int digits = 0;
  for (int c = -128; c < 128; ++c)
    if (hex_value(static_cast<char>(c)) >= 0) ++digits;
  CHECK(digits == 22);
}

}  // namespace
