// SPDX-License-Identifier: BSL-1.0
#include <pawl/storage/cursor.hpp>

#include "support/catch.hpp"

using namespace pawl;
using namespace pawl::storage;

TEST_CASE("a cursor says where a list goes on") {
  CHECK(parse_cursor(cursor_of(42)) == 42);
  CHECK(parse_cursor("") == list_begin);
}

TEST_CASE("what is no cursor is none") {
  for (const char* wrong :
       {"1-", "-", "-1", "a", "1a", "1 ", " 1", "1-1", "99999999999999999999", "0x1", "1,1"}) {
    INFO(wrong);
    CHECK_FALSE(parse_cursor(wrong));
  }
  CHECK(bad_cursor().error().code == errc::invalid);
}
