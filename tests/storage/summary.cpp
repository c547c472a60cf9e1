// SPDX-License-Identifier: BSL-1.0
#include <pawl/storage/summary.hpp>

#include "support/catch.hpp"

using namespace pawl;
using namespace pawl::storage;

TEST_CASE("a text is cut where a character ends") {
  STATIC_REQUIRE(cut("short", 9) == "short");
  STATIC_REQUIRE(cut("short", 5) == "short");
  STATIC_REQUIRE(cut("short", 4) == "shor");
  STATIC_REQUIRE(cut("short", 0).empty());
  STATIC_REQUIRE(cut("a\xc3\xa9z", 2) == "a");  // e with an accent: two bytes
  STATIC_REQUIRE(cut("a\xc3\xa9z", 3) == "a\xc3\xa9");
  STATIC_REQUIRE(cut("\xe2\x82\xac\xe2\x82\xac", 5) == "\xe2\x82\xac");  // euro: three
  STATIC_REQUIRE(cut("\xf0\x9f\x90\xb4", 3).empty());                    // a horse: four
  STATIC_REQUIRE(cut("\x80\x80\x80\x80\x80\x80", 5).size() == 5);        // no text at all
}
