// SPDX-License-Identifier: BSL-1.0
#include <pawl/codec/schema.hpp>

#include "codec/payloads.hpp"
#include "support/catch.hpp"

namespace other {
struct point {
  bool up{};
};
struct pair_of_points {
  payloads::point first;
  point second;
};
template <class T>
struct box {
  T content{};
};
struct boxes {
  box<int> a;
  box<bool> b;
};
enum class quoted : int { a, b };
constexpr pawl::text quoted_names[] = {"say \"a\"", "back\\slash\n"};
constexpr const auto& pawl_names(quoted) { return quoted_names; }
}  // namespace other

namespace {

#define DRAFT "{\"$schema\":\"https://json-schema.org/draft/2020-12/schema\","

}  // namespace

TEST_CASE("the schema of a struct lists its members, which are required unless optional",
          "[SVC-26]") {
  STATIC_REQUIRE(
      pawl::json_schema<payloads::email>() == DRAFT
      R"("type":"object","properties":{"cc":{"anyOf":[{"type":"string"},{"type":"null"}]},)"
      R"("to":{"type":"string"}},"required":["to"],"additionalProperties":false})");
}

TEST_CASE("integers have their bounds, enums their names, times their format") {
  STATIC_REQUIRE(pawl::json_schema<std::int8_t>() == DRAFT
                 R"("type":"integer","minimum":-128,"maximum":127})");
  STATIC_REQUIRE(pawl::json_schema<std::uint64_t>() == DRAFT
                 R"("type":"integer","minimum":0,"maximum":18446744073709551615})");
  STATIC_REQUIRE(pawl::json_schema<payloads::color>() == DRAFT
                 R"("type":"string","enum":["red","green","blue"]})");
  STATIC_REQUIRE(pawl::json_schema<std::chrono::sys_days>() == DRAFT
                 R"("type":"string","format":"date-time"})");
  STATIC_REQUIRE(pawl::json_schema<std::chrono::milliseconds>() == DRAFT
                 R"("type":"string","pattern":"^-?(0|[1-9][0-9]*)ms$"})");
}

TEST_CASE("names are escaped") {
  STATIC_REQUIRE(pawl::json_schema<other::quoted>() == DRAFT
                 R"("type":"string","enum":["say \"a\"","back\\slash\n"]})");
}

TEST_CASE("a struct inside is defined once and referred to") {
  STATIC_REQUIRE(
      pawl::json_schema<std::vector<payloads::nothing_at_all>>() == DRAFT
      R"("type":"array","items":{"$ref":"#/$defs/nothing_at_all"},)"
      R"("$defs":{"nothing_at_all":{"type":"object","properties":{},"required":[],"additionalProperties":false}}})");
}

TEST_CASE("a struct inside itself refers to the whole") {
  STATIC_REQUIRE(
      pawl::json_schema<payloads::tree>() == DRAFT
      R"("type":"object","properties":{"children":{"type":"array","items":{"$ref":"#"}},)"
      R"("value":{"type":"integer","minimum":-32768,"maximum":32767}},)"
      R"("required":["children","value"],"additionalProperties":false})");
}

TEST_CASE("two structs of the same name, or without a plain one, are told apart") {
  using Catch::Matchers::ContainsSubstring;
  const pawl::text points = pawl::json_schema<other::pair_of_points>();
  CHECK_THAT(std::string(points.data(), points.size()),
             ContainsSubstring(R"("first":{"$ref":"#/$defs/point"})"));
  CHECK_THAT(std::string(points.data(), points.size()),
             ContainsSubstring(R"("second":{"$ref":"#/$defs/point-2"})"));
  CHECK_THAT(std::string(points.data(), points.size()),
             ContainsSubstring(R"("point-2":{"type":"object")"));
  const pawl::text boxes = pawl::json_schema<other::boxes>();
  CHECK_THAT(std::string(boxes.data(), boxes.size()),
             ContainsSubstring(R"("a":{"$ref":"#/$defs/-1"})"));
  CHECK_THAT(std::string(boxes.data(), boxes.size()),
             ContainsSubstring(R"("b":{"$ref":"#/$defs/-2"})"));
}
