// SPDX-License-Identifier: BSL-1.0
#include <pawl/codec/detail/number.hpp>

#include <cmath>
#include <cstring>
#include <random>
#include <string>

#include "support/catch.hpp"

namespace {

using pawl::codec_errc;
using pawl::detail::codec::measure_number;
using pawl::detail::codec::parse_number;
using pawl::detail::codec::print_number;

template <class T>
constexpr pawl::detail::maybe<codec_errc> parse(pawl::text from, T& value) {
  return parse_number(from.begin(), measure_number(from.begin(), from.end()), value);
}

template <class T>
constexpr bool reads(pawl::text from, T expected) {
  T value{};
  return !parse(from, value) && value == expected;
}

template <class T>
constexpr bool refuses(pawl::text from, codec_errc why) {
  T value = 42;
  const auto flaw = parse(from, value);
  return flaw && *flaw == why && value == 42;
}

template <class T>
constexpr bool writes(T value, pawl::text expected) {
  pawl::detail::codec::number_text out;
  print_number(value, out);
  return out.view() == expected;
}

static_assert(reads<std::int8_t>("-128", -128));
static_assert(reads<std::int8_t>("127", 127));
static_assert(reads<std::uint8_t>("255", 255));
static_assert(reads<std::uint8_t>("-0", 0));
static_assert(reads<std::int64_t>("-9223372036854775808", INT64_MIN));
static_assert(reads<std::uint64_t>("18446744073709551615", UINT64_MAX));
static_assert(refuses<std::int8_t>("128", codec_errc::out_of_range));
static_assert(refuses<std::int8_t>("-129", codec_errc::out_of_range));
static_assert(refuses<std::uint8_t>("256", codec_errc::out_of_range));
static_assert(refuses<std::uint8_t>("-1", codec_errc::out_of_range));
static_assert(refuses<std::int64_t>("9223372036854775808", codec_errc::out_of_range));
static_assert(refuses<std::uint64_t>("18446744073709551616", codec_errc::out_of_range));
static_assert(refuses<std::uint64_t>("99999999999999999999999999", codec_errc::out_of_range));
static_assert(refuses<int>("1.0", codec_errc::wrong_type));
static_assert(refuses<int>("1e2", codec_errc::wrong_type));
static_assert(refuses<int>("01", codec_errc::invalid_number));
static_assert(refuses<int>("-", codec_errc::invalid_number));
static_assert(refuses<int>("1.", codec_errc::invalid_number));
static_assert(refuses<int>("1e", codec_errc::invalid_number));

static_assert(writes<std::int8_t>(-128, "-128"));
static_assert(writes<int>(0, "0"));
static_assert(writes<std::int64_t>(INT64_MIN, "-9223372036854775808"));
static_assert(writes<std::uint64_t>(UINT64_MAX, "18446744073709551615"));

template <class T>
void round_trip(T value) {
  pawl::detail::codec::number_text out;
  REQUIRE(print_number(value, out));
  T back{};
  REQUIRE(!parse(out.view(), back));
  REQUIRE(std::memcmp(&back, &value, sizeof value) == 0);
}

}  // namespace

TEST_CASE("a floating-point number is written as short as it can be read back") {
  CHECK(writes(0.1, "0.1"));
  CHECK(writes(0.1f, "0.1"));
  CHECK(writes(1.0, "1"));
  CHECK(writes(-0.0, "-0"));
  CHECK(writes(1e300, "1e+300"));
  CHECK(writes(5e-324, "5e-324"));
}

TEST_CASE("a floating-point number survives the way to text and back, bit by bit") {
  const auto seed = std::random_device{}();
  INFO("seed " << seed);
  std::mt19937_64 random(seed);
  for (int i = 0; i < 20'000; ++i) {
    const std::uint64_t bits = random();
    const auto half = static_cast<std::uint32_t>(bits);
    double wide = 0;
    float narrow = 0;
    std::memcpy(&wide, &bits, sizeof wide);
    std::memcpy(&narrow, &half, sizeof narrow);
    if (std::isfinite(wide)) round_trip(wide);
    if (std::isfinite(narrow)) round_trip(narrow);
  }
  round_trip(-0.0);
  round_trip(std::numeric_limits<double>::max());
  round_trip(std::numeric_limits<double>::denorm_min());
}

TEST_CASE("a number is read to the nearest value, half-way cases to even") {
  CHECK(reads("9007199254740993", 9007199254740992.0));
  CHECK(reads("9007199254740993.0000000000000000000000000000000001", 9007199254740994.0));
  CHECK(reads("2.2250738585072011e-308", 2.2250738585072011e-308));
  CHECK(reads("16777217", 16777216.0f));
}

TEST_CASE("a number that would become infinite or vanish is out of range") {
  CHECK(refuses<double>("1e309", codec_errc::out_of_range));
  CHECK(refuses<double>("-1e309", codec_errc::out_of_range));
  CHECK(refuses<float>("1e39", codec_errc::out_of_range));
  CHECK(refuses<double>("1e-400", codec_errc::out_of_range));
  CHECK(refuses<double>("-0.00000001e-400", codec_errc::out_of_range));
  CHECK(refuses<double>("1e99999999999999999999", codec_errc::out_of_range));
  CHECK(refuses<double>("1e-99999999999999999999", codec_errc::out_of_range));
  CHECK(reads("0e99999999999999999999", 0.0));
  CHECK(reads("0.000e-5", 0.0));
}

TEST_CASE("NaN and infinity have no text") {
  pawl::detail::codec::number_text out;
  CHECK(!print_number(std::nan(""), out));
  CHECK(!print_number(HUGE_VAL, out));
  CHECK(!print_number(-HUGE_VALF, out));
}
