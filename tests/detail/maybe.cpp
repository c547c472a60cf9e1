// SPDX-License-Identifier: BSL-1.0
#include <pawl/detail/maybe.hpp>

#include <memory>
#include <string>
#include <type_traits>

#include "support/catch.hpp"

namespace {

using pawl::detail::maybe;

struct counted {
  std::shared_ptr<int> token;
};

TEST_CASE("a value that may be there is copied, moved and destroyed with its holder") {
  const auto token = std::make_shared<int>(7);
  {
    const maybe<counted> one(counted{token});
    maybe<counted> two(one);
    CHECK(token.use_count() == 3);
    maybe<counted> three(std::move(two));
    three = one;
    three = maybe<counted>();
    CHECK(*(*one).token == 7);
  }
  CHECK(token.use_count() == 1);
  CHECK(*maybe<std::string>(std::string(40, 'x')) == std::string(40, 'x'));
}

TEST_CASE("what cannot be copied is only moved") {
  STATIC_REQUIRE(std::is_copy_constructible_v<maybe<int>>);
  STATIC_REQUIRE(!std::is_copy_constructible_v<maybe<std::unique_ptr<int>>>);
  maybe<std::unique_ptr<int>> from(std::make_unique<int>(7));
  maybe<std::unique_ptr<int>> to;
  to = std::move(from);
  CHECK(*(*to) == 7);
}

TEST_CASE("it needs no default value and works in a constant expression") {
  struct no_default {
    explicit constexpr no_default(int n) : number(n) {}
    int number;
  };
  constexpr auto survives_a_move = [] {
    maybe<no_default> from(no_default(7));
    const maybe<no_default> to(std::move(from));
    return (*to).number;
  };
  STATIC_REQUIRE(survives_a_move() == 7);
}

TEST_CASE("whether there is a value can be asked, and it can be made and dropped in its place") {
  maybe<std::string> words;
  CHECK(!words);
  CHECK(!words.has_value());
  CHECK(words.emplace(3, 'x') == "xxx");
  CHECK(words);
  CHECK(words->size() == 3);
  words.emplace("y");
  CHECK(*words == "y");
  words.reset();
  CHECK(!words);
  const maybe<std::string> made = std::string("z");
  CHECK(made->front() == 'z');
}

TEST_CASE("a value that is there equals such a value, and goes before another") {
  STATIC_REQUIRE(maybe<int>(7) == 7);
  STATIC_REQUIRE(maybe<int>(7) != 8);
  STATIC_REQUIRE(maybe<int>() != 0);
  STATIC_REQUIRE(maybe<int>(7).value_or(8) == 7);
  STATIC_REQUIRE(maybe<int>().value_or(8) == 8);
}

}  // namespace
