// SPDX-License-Identifier: BSL-1.0
#include <pawl/detail/shared_text.hpp>

#include <utility>

#include "support/catch.hpp"

using pawl::detail::shared_text;

TEST_CASE("a copy of a shared text is the same memory, and outlives the first") {
  shared_text second;
  const char* where = nullptr;
  {
    const shared_text first(std::string(100, 'p'));
    where = first.data();
    second = first;
    CHECK(second == first);
  }
  CHECK(second.data() == where);
  CHECK(second == std::string(100, 'p'));
}

TEST_CASE("a long shared text takes the memory of the string that it is made from") {
  std::string words(10'000, 'p');
  const char* const where = words.data();
  const shared_text taken(std::move(words));
  CHECK(taken.data() == where);
  CHECK(taken.size() == 10'000);
  const shared_text copy = taken;
  CHECK(copy.data() == where);
}

TEST_CASE("a shared text of any length says what it was made from") {
  for (const std::size_t length : {1u, 15u, 16u, 1023u, 1024u, 1025u, 5000u}) {
    const std::string words(length, 'p');
    const shared_text copied(words);
    const shared_text taken{std::string(words)};
    CHECK(copied == words);
    CHECK(taken == words);
    CHECK(copied == taken);
  }
}

TEST_CASE("a shared text that is given another value leaves its copies as they are") {
  shared_text one("one");
  const shared_text copy = one;
  one = "two";
  CHECK(copy == "one");
  CHECK(one == "two");
  one = shared_text(one);
  CHECK(one == "two");
  const shared_text moved = std::move(one);
  CHECK(moved == "two");
}

TEST_CASE("an empty shared text says nothing, and has an address all the same") {
  const shared_text nothing;
  CHECK(nothing.empty());
  CHECK(shared_text("").empty());
  CHECK(nothing == shared_text(std::string()));
  CHECK(nothing.data() != nullptr);
  CHECK(std::string(nothing).empty());
}
