// SPDX-License-Identifier: BSL-1.0
#include <pawl/codec/json.hpp>

#include <cstdint>
#include <cstdlib>
#include <limits>
#include <list>
#include <string>

#include "codec/payloads.hpp"
#include "support/catch.hpp"

namespace {

using namespace std::chrono_literals;
using pawl::codec_errc;
using pawl::json;
using payloads::color;
using payloads::email;
using payloads::point;

template <class T>
std::string failure(pawl::text document) {
  const auto result = json::decode<T>(document);
  return result ? "decoded" : describe(result.error());
}

/// Decodes in a constant expression: all but structs, strings with escapes and floating point.
template <class T>
constexpr bool decodes(pawl::text document, const T& expected) {
  pawl::detail::codec::json_reader in(document, nullptr);
  T value{};
  return pawl::detail::codec::decode_value(in, value) && in.finish() && value == expected;
}
template <class T>
constexpr bool refuses(pawl::text document, codec_errc code, std::size_t offset) {
  pawl::detail::codec::json_reader in(document, nullptr);
  T value{};
  return !(pawl::detail::codec::decode_value(in, value) && in.finish()) && in.code() == code &&
         in.offset() == offset;
}

static_assert(decodes("true", true));
static_assert(decodes(" false ", false));
static_assert(decodes("-7", -7));
static_assert(decodes("\"green\"", color::green));
static_assert(decodes("[1,2,3]", std::array<int, 3>{1, 2, 3}));
static_assert(decodes("[]", std::array<int, 0>{}));
static_assert(decodes("[1,true]", std::pair<int, bool>{1, true}));
static_assert(decodes("null", std::optional<int>{}));
static_assert(decodes("5", std::optional<int>{5}));
static_assert(decodes("\"-1500ms\"", -1500ms));
static_assert(decodes("\"90min\"", 90min));
static_assert(decodes("\"1970-01-01T00:00:01Z\"", std::chrono::sys_time<std::chrono::seconds>{1s}));

static_assert(refuses<int>("\"1\"", codec_errc::wrong_type, 0));
static_assert(refuses<color>("\"purple\"", codec_errc::unknown_name, 0));
static_assert(refuses<color>("1", codec_errc::wrong_type, 0));
static_assert(refuses<std::array<int, 2>>("[1]", codec_errc::wrong_length, 2));
static_assert(refuses<std::array<int, 2>>("[1,2,3]", codec_errc::wrong_length, 5));

}  // namespace

TEST_CASE("a struct is read from an object, whole or not at all") {
  CHECK(decodes(R"({"x":1,"y":-2})", point{1, -2}));
  CHECK(decodes(R"( { "y" : -2 , "x" : 1 } )", point{1, -2}));
  CHECK(decodes(R"([1,{"x":2,"y":3}])", std::tuple<int, point>{1, {2, 3}}));
  CHECK(refuses<point>(R"({"x":1})", codec_errc::missing_member, 6));
  CHECK(refuses<point>(R"({"x":1,"x":1})", codec_errc::duplicate_key, 7));
  CHECK(refuses<point>(R"({"x":1,"z":1})", codec_errc::unknown_member, 7));
}

TEST_CASE("members may come in any order, with any space") {
  CHECK(json::decode<email>(" {\n\t\"cc\" : null ,\r \"to\" : \"x\" } ").value() == email{"x", {}});
}

TEST_CASE("an optional member may be absent or null, and both mean the same") {
  CHECK(json::decode<email>(R"({"to":"x"})").value() == email{"x", {}});
  CHECK(json::decode<email>(R"({"to":"x","cc":null})").value() == email{"x", {}});
  CHECK(json::decode<email>(R"({"to":"x","cc":"y"})").value() == email{"x", "y"});
}

TEST_CASE("an unknown member is an error that points to it", "[SVC-26]") {
  CHECK(failure<point>(R"({"x":1,"y":2,"z":3})") == "unknown_member at \"/z\", byte 13");
  CHECK(failure<std::vector<point>>(R"([{"x":1,"y":2},{"a/b":3}])") ==
        "unknown_member at \"/1/a~1b\", byte 16");
  CHECK(failure<point>(R"({"X":1,"y":2})") == "unknown_member at \"/X\", byte 1");
  CHECK(failure<point>(R"({"":1})") == "unknown_member at \"/\", byte 1");
}

TEST_CASE("a missing member is an error that points to it", "[SVC-26]") {
  CHECK(failure<point>(R"({"x":1})") == "missing_member at \"/y\", byte 6");
  CHECK(failure<point>("{}") == "missing_member at \"/x\", byte 1");
  CHECK(failure<std::map<std::string, point>>(R"({"a":{"x":1,"y":1},"b":{"y":1}})") ==
        "missing_member at \"/b/x\", byte 29");
}

TEST_CASE("a repeated name is an error, however it is spelled", "[SVC-26]") {
  CHECK(failure<point>(R"({"x":1,"x":1,"y":2})") == "duplicate_key at \"/x\", byte 7");
  CHECK(failure<point>(R"({"x":1,"\u0078":1,"y":2})") == "duplicate_key at \"/x\", byte 7");
  CHECK(failure<std::map<std::string, int>>(R"({"a":1,"a":1})") ==
        "duplicate_key at \"/a\", byte 7");
  CHECK(failure<std::unordered_map<std::string, int>>(R"({"a":1,"a":1})") ==
        "duplicate_key at \"/a\", byte 7");
  CHECK(failure<email>(R"({"cc":null,"cc":null,"to":"x"})") == "duplicate_key at \"/cc\", byte 11");
}

TEST_CASE("names of members may be written with escapes") {
  CHECK(json::decode<point>(R"({"\u0078":1,"\u0079":2})").value() == point{1, 2});
}

TEST_CASE("a value of another type is an error that points to it", "[SVC-26]") {
  CHECK(failure<point>(R"({"x":"1","y":2})") == "wrong_type at \"/x\", byte 5");
  CHECK(failure<point>("[]") == "wrong_type at \"\", byte 0");
  CHECK(failure<std::vector<int>>("{}") == "wrong_type at \"\", byte 0");
  CHECK(failure<std::vector<int>>("[1,null]") == "wrong_type at \"/1\", byte 3");
  CHECK(failure<std::string>("1") == "wrong_type at \"\", byte 0");
  CHECK(failure<bool>("1") == "wrong_type at \"\", byte 0");
  CHECK(failure<bool>("\"true\"") == "wrong_type at \"\", byte 0");
  CHECK(failure<int>("true") == "wrong_type at \"\", byte 0");
  CHECK(failure<int>("1.0") == "wrong_type at \"\", byte 0");
  CHECK(failure<double>("\"1.0\"") == "wrong_type at \"\", byte 0");
  CHECK(failure<color>("0") == "wrong_type at \"\", byte 0");
  CHECK(failure<std::chrono::seconds>("5") == "wrong_type at \"\", byte 0");
  CHECK(failure<std::monostate>("0") == "wrong_type at \"\", byte 0");
  CHECK(failure<int>("null") == "wrong_type at \"\", byte 0");
  CHECK(failure<int>("]") == "unexpected_character at \"\", byte 0");
}

TEST_CASE("a number that does not fit is out of range") {
  CHECK(failure<point>(R"({"x":2147483648,"y":2})") == "out_of_range at \"/x\", byte 5");
  CHECK(failure<std::uint64_t>("-1") == "out_of_range at \"\", byte 0");
  CHECK(failure<float>("1e39") == "out_of_range at \"\", byte 0");
  CHECK(json::decode<double>("1e39").value() == 1e39);
  CHECK(json::decode<double>("1").value() == 1.0);
}

TEST_CASE("an integer is read exactly, however many digits it has") {
  for (int value = -1200; value <= 1200; ++value) {
    const std::string digits = std::to_string(value);
    INFO(digits);
    CHECK(json::decode<int>(digits).value() == value);
    CHECK(json::decode<std::int8_t>(digits).has_value() == (value >= -128 && value <= 127));
    CHECK(json::decode<std::uint8_t>(digits).has_value() == (value >= 0 && value <= 255));
    CHECK_FALSE(json::decode<int>(digits + ".0"));
    CHECK_FALSE(json::decode<int>(digits + "e0"));
    CHECK_FALSE(json::decode<int>(digits + "E0"));
    CHECK_FALSE(json::decode<int>((value < 0 ? "-0" : "0") + std::to_string(std::abs(value))));
  }
  CHECK(json::decode<std::int64_t>("9223372036854775807").value() ==
        std::numeric_limits<std::int64_t>::max());
  CHECK(json::decode<std::int64_t>("-9223372036854775808").value() ==
        std::numeric_limits<std::int64_t>::min());
  CHECK(json::decode<std::uint64_t>("18446744073709551615").value() ==
        std::numeric_limits<std::uint64_t>::max());
  CHECK_FALSE(json::decode<std::int64_t>("9223372036854775808"));
  CHECK_FALSE(json::decode<std::uint64_t>("18446744073709551616"));
}

TEST_CASE("strings are unescaped") {
  CHECK(json::decode<std::string>(R"("a\"\\\/\b\f\n\r\t\u00e9\ud834\udd1ez")").value() ==
        "a\"\\/\b\f\n\r\té𝄞z");
  CHECK(json::decode<std::string>(R"("\u007f\u0080\u07ff\u0800\uffff")").value() ==
        "\x7f\xc2\x80\xdf\xbf\xe0\xa0\x80\xef\xbf\xbf");
}

TEST_CASE("NUL and invalid UTF-8 are errors in values and in names") {
  CHECK(failure<std::string>(R"("\u0000")") == "nul_character at \"\", byte 1");
  CHECK(failure<std::string>(pawl::text("\"\0\"", 3)) == "nul_character at \"\", byte 1");
  CHECK(failure<std::string>("\"\xff\"") == "invalid_utf8 at \"\", byte 1");
  CHECK(failure<std::map<std::string, int>>("{\"\xff\":1}") == "invalid_utf8 at \"\", byte 2");
  CHECK(failure<std::map<std::string, int>>(R"({"\u0000":1})") == "nul_character at \"\", byte 2");
  CHECK(failure<point>(pawl::text("{\"x\":1,\0\"y\":2}", 15)) ==
        "unexpected_character at \"\", byte 7");
}

TEST_CASE("a duration has exactly the unit of its type") {
  CHECK(json::decode<std::chrono::milliseconds>("\"0ms\"").value() == 0ms);
  CHECK(json::decode<std::chrono::duration<double>>("\"1.5s\"").value() == 1.5s);
  CHECK(json::decode<std::chrono::duration<double>>("\"1e3s\"").value() == 1000s);
  for (const char* wrong :
       {"\"\"", "\"5\"", "\"5s\"", "\"ms\"", "\"5ms \"", "\" 5ms\"", "\"+5ms\"", "\"05ms\"",
        "\"5MS\"", "\"5 ms\"", "\"5.5ms\"", "\"1e3ms\"", "\"--5ms\"", "\"5msms\"", "\"PT5S\""}) {
    INFO(wrong);
    CHECK(failure<std::chrono::milliseconds>(wrong) == "invalid_format at \"\", byte 0");
  }
  CHECK(failure<std::chrono::milliseconds>("\"9223372036854775808ms\"") ==
        "out_of_range at \"\", byte 0");
}

TEST_CASE("a time that is malformed or out of range points to itself") {
  using nanoseconds_time = std::chrono::sys_time<std::chrono::nanoseconds>;
  CHECK(failure<std::vector<nanoseconds_time>>(R"(["1970-01-01T00:00:00Z","tomorrow"])") ==
        "invalid_format at \"/1\", byte 24");
  CHECK(failure<nanoseconds_time>(R"("3000-01-01T00:00:00Z")") == "out_of_range at \"\", byte 0");
}

TEST_CASE("a variant is an object whose one name says which alternative it holds") {
  using choice = std::variant<std::monostate, point, std::string>;
  CHECK(json::decode<choice>(R"({"nothing":null})").value() == choice{});
  CHECK(json::decode<choice>(R"({"point":{"x":1,"y":2}})").value() == choice{point{1, 2}});
  CHECK(json::decode<choice>(R"({"string":"s"})").value() == choice{std::string("s")});
  CHECK(failure<choice>("{}") == "missing_member at \"\", byte 1");
  CHECK(failure<choice>(R"({"circle":1})") == "unknown_name at \"/circle\", byte 1");
  CHECK(failure<choice>(R"({"string":"s","point":1})") == "unknown_member at \"\", byte 14");
  CHECK(failure<choice>(R"({"point":{"x":1,"y":true}})") == "wrong_type at \"/point/y\", byte 20");
  CHECK(failure<choice>(R"("string")") == "wrong_type at \"\", byte 0");
}

TEST_CASE("a set takes each element once, in any order") {
  CHECK(json::decode<std::set<int>>("[3,1,2]").value() == std::set<int>{1, 2, 3});
  CHECK(failure<std::set<int>>("[3, 1, 3]") == "duplicate_element at \"/2\", byte 7");
}

TEST_CASE("an array or tuple takes exactly its length") {
  CHECK(failure<std::array<int, 2>>("[]") == "wrong_length at \"\", byte 1");
  CHECK(failure<std::pair<int, int>>("[1,2,3]") == "wrong_length at \"\", byte 5");
  CHECK(failure<std::tuple<int, std::string>>("[1,2]") == "wrong_type at \"/1\", byte 3");
}

TEST_CASE("sequences of any kind are filled") {
  CHECK(json::decode<std::list<int>>("[1,2]").value() == std::list<int>{1, 2});
  CHECK(json::decode<std::vector<bool>>("[true,false]").value() == std::vector<bool>{true, false});
  CHECK(failure<std::vector<bool>>("[true,0]") == "wrong_type at \"/1\", byte 6");
}

TEST_CASE("more than 64 levels are refused, whatever the type") {
  std::string document;
  for (int i = 0; i < 40; ++i) document += R"({"value":1,"children":[)";
  CHECK(failure<payloads::tree>(document).starts_with("too_deep at \"/children/0/children/0"));
}

TEST_CASE("a document that is too large is refused unread", "[SVC-26]") {
  CHECK(json::decode<int>("12345", {.max_bytes = 5}).value() == 12345);
  CHECK(json::decode<int>("12345", {.max_bytes = 4}).error() ==
        pawl::codec_error{codec_errc::too_large, "", 4});
}

TEST_CASE("something after the document is refused") {
  CHECK(failure<point>(R"({"x":1,"y":2} x)") == "trailing_characters at \"\", byte 14");
  CHECK(failure<int>(pawl::text("1\0", 2)) == "trailing_characters at \"\", byte 1");
}
