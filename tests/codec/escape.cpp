// SPDX-License-Identifier: BSL-1.0
#include <pawl/codec/detail/escape.hpp>

#include "support/catch.hpp"

namespace {

using pawl::detail::codec::json_escape;

TEST_CASE("a character with a short escape has that and no other") {
  STATIC_REQUIRE(json_escape('"').view() == pawl::text("\\\""));
  STATIC_REQUIRE(json_escape('\\').view() == pawl::text("\\\\"));
  STATIC_REQUIRE(json_escape('\b').view() == pawl::text("\\b"));
  STATIC_REQUIRE(json_escape('\f').view() == pawl::text("\\f"));
  STATIC_REQUIRE(json_escape('\n').view() == pawl::text("\\n"));
  STATIC_REQUIRE(json_escape('\r').view() == pawl::text("\\r"));
  STATIC_REQUIRE(json_escape('\t').view() == pawl::text("\\t"));
}

TEST_CASE("any other character is escaped by its number") {
  STATIC_REQUIRE(json_escape(0).view() == pawl::text("\\u0000"));
  STATIC_REQUIRE(json_escape(0x1b).view() == pawl::text("\\u001b"));
  STATIC_REQUIRE(json_escape(0x9b).view() == pawl::text("\\u009b"));
  STATIC_REQUIRE(json_escape(0x202E).view() == pawl::text("\\u202e"));
}

}  // namespace
