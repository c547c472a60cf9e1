// SPDX-License-Identifier: BSL-1.0
#include <pawl/detail/text.hpp>

#include <sstream>
#include <string>
#include <string_view>
#include <type_traits>

#include "support/catch.hpp"

namespace {

using pawl::text;

TEST_CASE("a text compares with every kind of string, on either side") {
  constexpr text t = "pawl";
  STATIC_REQUIRE(t == "pawl");
  STATIC_REQUIRE("pawl" == t);
  STATIC_REQUIRE(t == std::string_view("pawl"));
  STATIC_REQUIRE(std::string_view("paw") != t);
  CHECK(t == std::string("pawl"));
  CHECK(std::string("Pawl") != t);
  STATIC_REQUIRE(text{} == "");
}

TEST_CASE("a text becomes a string_view by itself and a string on request") {
  constexpr std::string_view view = text("ratchet");
  STATIC_REQUIRE(view == "ratchet");
  STATIC_REQUIRE(!std::is_convertible_v<text, std::string>);
  CHECK(std::string(std::string_view(text("ratchet"))) == "ratchet");
}

TEST_CASE("a text prints to a stream, NUL and all") {
  std::ostringstream out;
  out << text("ab") << text("c\0d", 3) << text{};
  CHECK(out.str() == std::string("abc\0d", 5));
}

}  // namespace
