// SPDX-License-Identifier: BSL-1.0
#include <pawl/detail/decimal.hpp>

#include <limits>
#include <sstream>
#include <string>

#include "support/catch.hpp"

namespace {

namespace detail = pawl::detail;

std::string number(std::int64_t value) {
  std::ostringstream out;
  detail::say_number(out, value);
  return out.str();
}
std::string fraction(std::uint64_t count, std::uint64_t per_unit) {
  std::ostringstream out;
  detail::say_fraction(out, count, per_unit);
  return out.str();
}

consteval bool writes_in_a_constant_expression() {
  char room[4]{};
  const char* const begin = detail::write_digits(room + 4, 42);
  return begin == room + 2 && room[2] == '4' && room[3] == '2';
}

TEST_CASE("digits end where they are told to end") {
  STATIC_REQUIRE(writes_in_a_constant_expression());
  char room[6] = {'.', '.', '.', '.', '.', '.'};
  CHECK(detail::write_digits(room + 5, 7, 3) == room + 2);
  CHECK(std::string(room, 6) == "..007.");
  CHECK(detail::write_digits(room + 5, 1234, 2) == room + 1);
  CHECK(std::string(room, 6) == ".1234.");
}

TEST_CASE("every number has its digits, the lowest and the highest too") {
  CHECK(number(0) == "0");
  CHECK(number(-10) == "-10");
  CHECK(number(1'000'000) == "1000000");
  CHECK(number(std::numeric_limits<std::int64_t>::min()) == "-9223372036854775808");
  CHECK(number(std::numeric_limits<std::int64_t>::max()) == "9223372036854775807");
  std::ostringstream most;
  detail::say_digits(most, std::numeric_limits<std::uint64_t>::max());
  CHECK(most.str() == "18446744073709551615");
}

TEST_CASE("a fraction is exact and has no needless zeros") {
  CHECK(fraction(0, 1000) == "0");
  CHECK(fraction(2000, 1000) == "2");
  CHECK(fraction(1500, 1000) == "1.5");
  CHECK(fraction(1001, 1000) == "1.001");
  CHECK(fraction(10, 1000) == "0.01");
  CHECK(fraction(7, 1) == "7");
  CHECK(fraction(std::numeric_limits<std::uint64_t>::max(), 1'000'000) == "18446744073709.551615");
}

}  // namespace
