// SPDX-License-Identifier: BSL-1.0
#include <pawl/codec/json.hpp>

#include <cmath>
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
std::string encoded(const T& value) {
  const auto result = json::encode(value);
  return result ? *result : describe(result.error());
}

struct unsorted {
  int zeta = 1;
  int Alpha = 2;
  int alpha = 3;
  int _1 = 4;
};

}  // namespace

TEST_CASE("members are sorted by their bytes and written without space") {
  CHECK(encoded(unsorted{}) == R"({"Alpha":2,"_1":4,"alpha":3,"zeta":1})");
}

TEST_CASE("an absent optional is left out of an object, and null in an array") {
  CHECK(encoded(email{"x", {}}) == R"({"to":"x"})");
  CHECK(encoded(email{"x", "y"}) == R"({"cc":"y","to":"x"})");
  CHECK(encoded(std::vector<std::optional<int>>{1, {}, 3}) == "[1,null,3]");
  CHECK(encoded(std::map<std::string, std::optional<int>>{{"a", {}}}) == R"({"a":null})");
  CHECK(encoded(std::optional<int>{}) == "null");
}

TEST_CASE("strings are escaped where they must be and nowhere else") {
  CHECK(encoded(std::string("\"\\/\b\f\n\r\t\x01\x1f\x7f é𝄞")) ==
        "\"\\\"\\\\/\\b\\f\\n\\r\\t\\u0001\\u001f\x7f é𝄞\"");
}

TEST_CASE("maps are sorted by the bytes of their keys, however they are kept") {
  const auto expected = R"({"B":1,"a":2,"b":3,"é":4})";
  CHECK(encoded(std::map<std::string, int>{{"b", 3}, {"a", 2}, {"é", 4}, {"B", 1}}) == expected);
  CHECK(encoded(std::map<std::string, int, std::greater<>>{
            {"b", 3}, {"a", 2}, {"é", 4}, {"B", 1}}) == expected);
  CHECK(encoded(std::unordered_map<std::string, int>{{"b", 3}, {"a", 2}, {"é", 4}, {"B", 1}}) ==
        expected);
}

TEST_CASE("each shape has one form") {
  CHECK(encoded(true) == "true");
  CHECK(encoded(std::int8_t{-5}) == "-5");
  CHECK(encoded(std::uint8_t{200}) == "200");
  CHECK(encoded(1.0) == "1");
  CHECK(encoded(color::blue) == "\"blue\"");
  CHECK(encoded(1500ms) == "\"1500ms\"");
  CHECK(encoded(-2h) == "\"-2h\"");
  CHECK(encoded(std::chrono::days{3}) == "\"3d\"");
  CHECK(encoded(std::chrono::duration<double>{0.25}) == "\"0.25s\"");
  CHECK(encoded(std::chrono::sys_time<std::chrono::milliseconds>{1ms}) ==
        "\"1970-01-01T00:00:00.001Z\"");
  CHECK(encoded(std::variant<int, point>{point{1, 2}}) == R"({"point":{"x":1,"y":2}})");
  CHECK(encoded(std::variant<int, point>{7}) == R"({"integer":7})");
  CHECK(encoded(std::monostate{}) == "null");
  CHECK(encoded(std::pair<int, std::string>{1, "a"}) == R"([1,"a"])");
  CHECK(encoded(std::tuple<>{}) == "[]");
  CHECK(encoded(std::set<int>{3, 1, 2}) == "[1,2,3]");
  CHECK(encoded(std::vector<bool>{true, false}) == "[true,false]");
  CHECK(encoded(std::vector<int>{}) == "[]");
  CHECK(encoded(std::list<point>{{1, 2}}) == R"([{"x":1,"y":2}])");
  CHECK(encoded(std::map<std::string, int>{}) == "{}");
}

TEST_CASE("NaN and infinity are errors that point to the member") {
  CHECK(encoded(std::nan("")) == "not_finite at \"\", byte 0");
  CHECK(encoded(std::vector<double>{1, -HUGE_VAL}) == "not_finite at \"/1\", byte 0");
  CHECK(encoded(std::map<std::string, float>{{"a/b", HUGE_VALF}}) ==
        "not_finite at \"/a~1b\", byte 0");
  CHECK(encoded(std::chrono::duration<double>{HUGE_VAL}) == "not_finite at \"\", byte 0");
}

TEST_CASE("invalid UTF-8 and NUL are errors in values and in keys") {
  CHECK(encoded(email{"\xff", {}}) == "invalid_utf8 at \"/to\", byte 0");
  CHECK(encoded(email{std::string("a\0b", 3), {}}) == "nul_character at \"/to\", byte 0");
  CHECK(encoded(std::string("\xed\xa0\x80")) == "invalid_utf8 at \"\", byte 0");
  CHECK(encoded(std::string("\xc3")) == "invalid_utf8 at \"\", byte 0");
  CHECK(encoded(std::map<std::string, int>{{"\xff", 1}}) == "invalid_utf8 at \"\", byte 0");
}

TEST_CASE("an enumerator without a name and a time without a text are errors") {
  CHECK(encoded(static_cast<color>(3)) == "unknown_name at \"\", byte 0");
  CHECK(encoded(static_cast<color>(255)) == "unknown_name at \"\", byte 0");
  CHECK(encoded(std::tuple{1, std::chrono::sys_days{std::chrono::year{10000} / 1 / 1}}) ==
        "out_of_range at \"/1\", byte 0");
}

TEST_CASE("a value that nests too deeply to be read back is not written") {
  payloads::tree tree;
  for (int i = 0; i < 31; ++i) tree = {1, {tree}};
  const auto document = json::encode(tree);  // 32 objects and 32 arrays
  REQUIRE(document.has_value());
  CHECK(json::decode<payloads::tree>(*document).value() == tree);
  tree = {1, {tree}};
  CHECK(json::encode(tree).error().code == codec_errc::too_deep);
}
