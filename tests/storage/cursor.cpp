// SPDX-License-Identifier: BSL-1.0
#include <pawl/storage/cursor.hpp>

#include "support/catch.hpp"

using namespace pawl;
using namespace pawl::storage;

TEST_CASE("a cursor says where a list goes on") {
  const auto there = parse_cursor(cursor_of(1'700'000'000'000, 42));
  REQUIRE(there);
  CHECK(there->created_at == 1'700'000'000'000);
  CHECK(there->key == 42);
  const auto beginning = parse_cursor("");
  REQUIRE(beginning);
  CHECK(beginning->created_at == std::numeric_limits<std::int64_t>::max());
}

TEST_CASE("what is no cursor is none") {
  for (const char* wrong : {"1", "1-", "-", "-1", "a-1", "1-a", "1-1 ", " 1-1", "1--", "1-1-1",
                            "99999999999999999999-1", "1-99999999999999999999", "0x1-1", "1,1"}) {
    INFO(wrong);
    CHECK_FALSE(parse_cursor(wrong));
  }
  CHECK(bad_cursor().value().code == errc::invalid);
}
