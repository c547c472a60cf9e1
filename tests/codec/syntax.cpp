// SPDX-License-Identifier: BSL-1.0
#include <pawl/codec/syntax.hpp>

#include <string>
#include <string_view>

#include "support/catch.hpp"

namespace {

using namespace std::string_view_literals;
using enum pawl::codec_errc;

constexpr std::string_view accepted[] = {
    // Literals, alone and with all four kinds of space around them.
    "null", "true", "false", " null", "null ", "\tnull", "\nnull\n", "\rnull\r",
    " \t\n\r null \t\n\r ",
    // Numbers.
    "0", "-0", "1", "-1", "10", "123456789", "1234567890123456789012345678901234567890", "0.0",
    "-0.0", "0.5", "-0.5", "1.25", "10.010", "0e0", "0E0", "1e1", "1E1", "1e+1", "1e-1", "1E+1",
    "1E-1", "1.5e10", "-1.5E-10", "1e01", "1e00", "1e999999999", "-1e-999999999",
    "0.00000000000000000000000000000000001",
    // Strings.
    R"("")", R"("a")", R"(" ")", R"("\"")", R"("\\")", R"("\/")", R"("/")", R"("\b\f\n\r\t")",
    R"("\u0041")", R"("\u00e9")", R"("\u00E9")", R"("\u2028")", R"("\uFFFF")", R"("\ud834\udd1e")",
    R"("\uD834\uDD1E")", R"("\udbff\udfff")", R"("\ud7ff")", R"("\ue000")", R"("\\u0000")",
    R"("\u0001")", R"("\u001f")", "\"\x7f\"", "\"\xc2\x80\"", "\"\xdf\xbf\"", "\"\xe0\xa0\x80\"",
    "\"\xed\x9f\xbf\"", "\"\xee\x80\x80\"", "\"\xef\xbf\xbf\"", "\"\xf0\x90\x80\x80\"",
    "\"\xf4\x8f\xbf\xbf\"", "\"\xef\xbb\xbf\"", "\"\xe2\x80\xa8\"", R"("'")", R"("{}[],:")",
    R"("//")", R"("a\u0020b")",
    // Arrays.
    "[]", "[ ]", "[\t]", "[1]", "[1,2]", "[ 1 , 2 ]", "[[]]", "[[],[]]",
    "[null,true,false,0,\"\",{},[]]", "[\n1\n,\n2\n]", "[0]", "[-0]", "[1e1]", "[\"]\"]",
    "[\"\\\"]\"]",
    // Objects. Names may be empty, and RFC 8259 does not forbid that they repeat.
    "{}", "{ }", R"({"a":1})", R"({"a":1,"b":2})", R"({ "a" : 1 , "b" : 2 })", R"({"":0})",
    R"({"a":{}})", R"({"a":{"b":{"c":[]}}})", R"({"a":1,"a":2})", R"({"\u0061":1})",
    R"({"a\"b":1})", R"({"a":[{"b":1},{"b":2}]})", "{\n\"a\"\n:\n1\n}", R"({"日本":"𝄞"})"};

struct refusal {
  std::string_view document;
  pawl::codec_errc code;
  std::size_t offset;
  std::string_view pointer = "";
};

constexpr refusal refused[] = {
    // Nothing, or only half of something.
    {"", unexpected_end, 0},
    {" ", unexpected_end, 1},
    {"\n", unexpected_end, 1},
    {"n", unexpected_end, 1},
    {"nul", unexpected_end, 3},
    {"t", unexpected_end, 1},
    {"fals", unexpected_end, 4},
    {"\"", unexpected_end, 1},
    {"\"a", unexpected_end, 2},
    {"[", unexpected_end, 1, "/0"},
    {"[1", unexpected_end, 2},
    {"[1,", unexpected_end, 3, "/1"},
    {"{", unexpected_end, 1},
    {"{\"a\"", unexpected_end, 4},
    {"{\"a\":", unexpected_end, 5, "/a"},
    {"{\"a\":1", unexpected_end, 6},
    {"{\"a\":1,", unexpected_end, 7},
    {"\"\\", unexpected_end, 2},
    {"[[", unexpected_end, 2, "/0/0"},
    // More than one value.
    {"1 2", trailing_characters, 2},
    {"nullx", trailing_characters, 4},
    {"{}{}", trailing_characters, 2},
    {"[]]", trailing_characters, 2},
    {"{}}", trailing_characters, 2},
    {"\"\"\"", trailing_characters, 2},
    {"1,", trailing_characters, 1},
    {"null null", trailing_characters, 5},
    {"true\0"sv, trailing_characters, 4},
    {"[]\0"sv, trailing_characters, 2},
    {"1 // no", trailing_characters, 2},
    {"1/**/", trailing_characters, 1},
    {"0x10", trailing_characters, 1},
    {"1_000", trailing_characters, 1},
    {"1f", trailing_characters, 1},
    {"1\xc2\xa0", trailing_characters, 1},
    {"1\v", trailing_characters, 1},
    {"1\f", trailing_characters, 1},
    // Not a value at all.
    {"\xef\xbb\xbf{}", unexpected_character, 0},
    {"\xfe\xff", unexpected_character, 0},
    {"\0"sv, unexpected_character, 0},
    {"\v1", unexpected_character, 0},
    {"\f1", unexpected_character, 0},
    {"\xc2\xa0"
     "1",
     unexpected_character, 0},
    {"a", unexpected_character, 0},
    {"'a'", unexpected_character, 0},
    {"NULL", unexpected_character, 0},
    {"None", unexpected_character, 0},
    {"True", unexpected_character, 0},
    {"NaN", unexpected_character, 0},
    {"Infinity", unexpected_character, 0},
    {"+1", unexpected_character, 0},
    {".5", unexpected_character, 0},
    {"]", unexpected_character, 0},
    {"}", unexpected_character, 0},
    {",", unexpected_character, 0},
    {":", unexpected_character, 0},
    {"nan", unexpected_character, 1},
    {"nuLl", unexpected_character, 2},
    {"trUe", unexpected_character, 2},
    {"// no\n1", unexpected_character, 0},
    {"/* no */1", unexpected_character, 0},
    {"#\n1", unexpected_character, 0},
    {"undefined", unexpected_character, 0},
    {"\\u0031", unexpected_character, 0},
    {"*", unexpected_character, 0},
    {"\xe2\x80\xa8", unexpected_character, 0},
    {"\x80", unexpected_character, 0},
    // Numbers.
    {"-", invalid_number, 0},
    {"--1", invalid_number, 0},
    {"-a", invalid_number, 0},
    {"00", invalid_number, 0},
    {"01", invalid_number, 0},
    {"-01", invalid_number, 0},
    {"-00", invalid_number, 0},
    {"1.", invalid_number, 0},
    {"1.e1", invalid_number, 0},
    {"1.a", invalid_number, 0},
    {"1e", invalid_number, 0},
    {"1E+", invalid_number, 0},
    {"1e-", invalid_number, 0},
    {"1ea", invalid_number, 0},
    {"1e1.5", trailing_characters, 3},
    {"-.5", invalid_number, 0},
    {"-Infinity", invalid_number, 0},
    {"-NaN", invalid_number, 0},
    {"1..2", invalid_number, 0},
    {"0.1.2", trailing_characters, 3},
    {"1e1e1", trailing_characters, 3},
    {"- 1", invalid_number, 0},
    {"1 .5", trailing_characters, 2},
    {"0e", invalid_number, 0},
    {"0e+", invalid_number, 0},
    {"[012]", invalid_number, 1, "/0"},
    {"[-]", invalid_number, 1, "/0"},
    {"1\xef\xbc\x91", trailing_characters, 1},
    {"-\xef\xbc\x91", invalid_number, 0},
    // Strings.
    {"\"\n\"", control_character, 1},
    {"\"\t\"", control_character, 1},
    {"\"\r\"", control_character, 1},
    {"\"\x01\"", control_character, 1},
    {"\"\x1f\"", control_character, 1},
    {"\"a\x1f\"", control_character, 2},
    {"\"\0\""sv, nul_character, 1},
    {R"("\u0000")", nul_character, 1},
    {R"("a\u0000")", nul_character, 2},
    {R"("\x")", invalid_escape, 1},
    {R"("\a")", invalid_escape, 1},
    {R"("\v")", invalid_escape, 1},
    {R"("\0")", invalid_escape, 1},
    {R"("\'")", invalid_escape, 1},
    {R"("\U0041")", invalid_escape, 1},
    {R"("\N")", invalid_escape, 1},
    {"\"\\\n\"", invalid_escape, 1},
    {"\"\\\0\""sv, invalid_escape, 1},
    {"\"\\\xc3\xa9\"", invalid_escape, 1},
    {R"("\u")", invalid_escape, 1},
    {R"("\u1")", invalid_escape, 1},
    {R"("\u12")", invalid_escape, 1},
    {R"("\u123")", invalid_escape, 1},
    {R"("\u123g")", invalid_escape, 1},
    {R"("\u 123")", invalid_escape, 1},
    {R"("\u+123")", invalid_escape, 1},
    {R"("\u-123")", invalid_escape, 1},
    {R"("\u12)", invalid_escape, 1},
    {R"("\ud834")", lone_surrogate, 1},
    {R"("\udd1e")", lone_surrogate, 1},
    {R"("\udd1e\ud834")", lone_surrogate, 1},
    {R"("\ud834\ud834")", lone_surrogate, 1},
    {R"("\ud834x")", lone_surrogate, 1},
    {R"("\ud834\n")", lone_surrogate, 1},
    {R"("\ud834\u0041")", lone_surrogate, 1},
    {R"("\ud834\u")", invalid_escape, 1},
    {R"("\ud834\u12")", invalid_escape, 1},
    {R"("\ud834)", lone_surrogate, 1},
    {R"("\ud834\)", lone_surrogate, 1},
    {R"("ab\udc00")", lone_surrogate, 3},
    {"\"\x80\"", invalid_utf8, 1},
    {"\"\xbf\"", invalid_utf8, 1},
    {"\"\xc0\x80\"", invalid_utf8, 1},
    {"\"\xc0\xaf\"", invalid_utf8, 1},
    {"\"\xc1\xbf\"", invalid_utf8, 1},
    {"\"\xc2\"", invalid_utf8, 1},
    {"\"\xc2", invalid_utf8, 1},
    {"\"\xc2 \"", invalid_utf8, 1},
    {"\"\xe0\x80\x80\"", invalid_utf8, 1},
    {"\"\xe0\x9f\xbf\"", invalid_utf8, 1},
    {"\"\xe2\x82\"", invalid_utf8, 1},
    {"\"\xed\xa0\x80\"", invalid_utf8, 1},
    {"\"\xed\xbf\xbf\"", invalid_utf8, 1},
    {"\"\xf0\x80\x80\x80\"", invalid_utf8, 1},
    {"\"\xf0\x8f\xbf\xbf\"", invalid_utf8, 1},
    {"\"\xf0\x9d\x84\"", invalid_utf8, 1},
    {"\"\xf4\x90\x80\x80\"", invalid_utf8, 1},
    {"\"\xf5\x80\x80\x80\"", invalid_utf8, 1},
    {"\"\xf8\x88\x80\x80\x80\"", invalid_utf8, 1},
    {"\"\xfe\"", invalid_utf8, 1},
    {"\"\xff\"", invalid_utf8, 1},
    {"\"a\xc3\xa9\xe9\"", invalid_utf8, 4},
    // Arrays.
    {"[,]", unexpected_character, 1, "/0"},
    {"[1,]", unexpected_character, 3, "/1"},
    {"[,1]", unexpected_character, 1, "/0"},
    {"[1,,2]", unexpected_character, 3, "/1"},
    {"[1 2]", unexpected_character, 3},
    {"[1}", unexpected_character, 2},
    {"[1:2]", unexpected_character, 2},
    {"[a]", unexpected_character, 1, "/0"},
    {"[1;2]", unexpected_character, 2},
    {"[\v1]", unexpected_character, 1, "/0"},
    {"[1,/**/2]", unexpected_character, 3, "/1"},
    {"[tru]", unexpected_character, 4, "/0"},
    {"[\"a\",\n4\n,1,", unexpected_end, 11, "/3"},
    {"[\0]"sv, unexpected_character, 1, "/0"},
    // Objects.
    {"{,}", unexpected_character, 1},
    {"{\"a\":1,}", unexpected_character, 7},
    {"{\"a\"}", unexpected_character, 4},
    {"{\"a\":}", unexpected_character, 5, "/a"},
    {"{a:1}", unexpected_character, 1},
    {"{'a':1}", unexpected_character, 1},
    {"{1:1}", unexpected_character, 1},
    {"{null:1}", unexpected_character, 1},
    {"{\"a\" 1}", unexpected_character, 5},
    {"{\"a\",1}", unexpected_character, 4},
    {"{\"a\"::1}", unexpected_character, 5, "/a"},
    {"{\"a\":1 \"b\":2}", unexpected_character, 7},
    {"{\"a\":1]", unexpected_character, 6},
    {"{[]:1}", unexpected_character, 1},
    {"{{}}", unexpected_character, 1},
    {"{\"a\":1,,\"b\":2}", unexpected_character, 7},
    {"{\"a\":a}", unexpected_character, 5, "/a"},
    {"{\"\xff\":1}", invalid_utf8, 2},
    {R"({"a":{"b/c":{"~":[0,01]}}})", invalid_number, 20, "/a/b~1c/~0/1"},
    {R"({"\u0061":x})", unexpected_character, 10, "/a"},
    {R"({"\u0000":1})", nul_character, 2}};

static_assert(std::size(accepted) + std::size(refused) >= 250);

std::string nested(std::size_t depth, char open, char close) {
  return std::string(depth, open) + std::string(depth, close);
}

}  // namespace

TEST_CASE("what RFC 8259 calls JSON is accepted") {
  for (const auto document : accepted) {
    INFO(document);
    const auto result = pawl::check_json(document);
    CHECK(result.has_value());
  }
}

TEST_CASE("what RFC 8259 does not call JSON is refused, with a code, a pointer and an offset") {
  for (const auto& [document, code, offset, pointer] : refused) {
    INFO(document);
    const auto result = pawl::check_json(document);
    REQUIRE(!result.has_value());
    CHECK(describe(result.error()) == pawl::describe({code, std::string(pointer), offset}));
  }
}

TEST_CASE("no proper beginning of an array, object or string is accepted") {
  for (const auto document : accepted) {
    if (document.find_first_of("[{\"") != 0) continue;
    for (std::size_t length = 0; length < document.size(); ++length) {
      INFO(document << " cut at " << length);
      REQUIRE(!pawl::check_json(document.substr(0, length)).has_value());
    }
  }
}

TEST_CASE("64 levels are accepted, one more is not, and a million do not overflow the stack") {
  CHECK(pawl::check_json(nested(64, '[', ']')).has_value());
  CHECK(pawl::check_json(nested(65, '[', ']')).error().code == too_deep);
  CHECK(pawl::check_json(nested(65, '[', ']')).error().offset == 64);
  CHECK(pawl::check_json(std::string(1'000'000, '[')).error().code == too_deep);
  std::string objects;
  for (int i = 0; i < 100'000; ++i) objects += "{\"a\":";
  CHECK(pawl::check_json(objects).error().code == too_deep);
}

TEST_CASE("the depth is that of nesting, not the number of brackets") {
  std::string siblings = "[";
  for (int i = 0; i < 1000; ++i) siblings += "[{}],";
  siblings += "[]]";
  CHECK(pawl::check_json(siblings).has_value());
}

TEST_CASE("a document longer than allowed is refused unread") {
  const std::string document = "[" + std::string(100, ' ') + "]";
  CHECK(pawl::check_json(document, {.max_bytes = 102}).has_value());
  const auto result = pawl::check_json(document, {.max_bytes = 101});
  REQUIRE(!result.has_value());
  CHECK(result.error() == pawl::codec_error{too_large, "", 101});
  CHECK(pawl::check_json(std::string(1'048'577, '1')).error().code == too_large);
}
