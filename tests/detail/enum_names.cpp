// SPDX-License-Identifier: BSL-1.0
#include <pawl/detail/enum_names.hpp>

#include "support/catch.hpp"

namespace elsewhere {
template <class T, int N>
struct holder {
  enum class colour { red, green_, _blue2 };
};
enum unscoped : unsigned char { first, second };
}  // namespace elsewhere

namespace {

using pawl::name_of;
using pawl::detail::names_of;

enum class hidden { one, two };
enum class with_a_gap { zero, three = 3 };
enum class from_one { one = 1 };
enum class empty {};
enum class wide : long long { a, b };
enum class answer : bool { no, yes };
#define PAWL_TEST_TEN(x) x##0, x##1, x##2, x##3, x##4, x##5, x##6, x##7, x##8, x##9
enum class hundred {
  PAWL_TEST_TEN(a),
  PAWL_TEST_TEN(b),
  PAWL_TEST_TEN(c),
  PAWL_TEST_TEN(d),
  PAWL_TEST_TEN(e),
  PAWL_TEST_TEN(f),
  PAWL_TEST_TEN(g),
  PAWL_TEST_TEN(h),
  PAWL_TEST_TEN(i),
  PAWL_TEST_TEN(j)
};
enum class thirty_two { PAWL_TEST_TEN(a), PAWL_TEST_TEN(b), PAWL_TEST_TEN(c), y, z };

struct polite {
  enum class mood : unsigned char {};
  static constexpr pawl::text spelled[] = {"very well", "so-so"};
  friend constexpr const auto& pawl_names(mood) { return spelled; }
};

TEST_CASE("enumerators have their names, wherever the enum is declared") {
  using colour = elsewhere::holder<elsewhere::holder<int, 2>, -4>::colour;
  STATIC_REQUIRE(names_of<colour>.count == 3);
  STATIC_REQUIRE(name_of(colour::red) == "red");
  STATIC_REQUIRE(name_of(colour::green_) == "green_");
  STATIC_REQUIRE(name_of(colour::_blue2) == "_blue2");
  STATIC_REQUIRE(name_of(hidden::two) == "two");
  STATIC_REQUIRE(name_of(elsewhere::second) == "second");
  STATIC_REQUIRE(name_of(wide::b) == "b");
  STATIC_REQUIRE(names_of<answer>.count == 2 && name_of(answer::yes) == "yes");
}

TEST_CASE("a value without an enumerator has no name") {
  STATIC_REQUIRE(name_of(static_cast<hidden>(2)).empty());
  STATIC_REQUIRE(name_of(static_cast<hidden>(-1)).empty());
  STATIC_REQUIRE(name_of(static_cast<wide>(1LL << 40)).empty());
}

TEST_CASE("an enum of many enumerators is read to its end") {
  STATIC_REQUIRE(names_of<hundred>.count == 100);
  STATIC_REQUIRE(name_of(hundred::d1) == "d1");
  STATIC_REQUIRE(name_of(hundred::j9) == "j9");
  STATIC_REQUIRE(names_of<thirty_two>.count == 32);
  STATIC_REQUIRE(name_of(thirty_two::z) == "z");
}

TEST_CASE("values that are not 0, 1, 2 and so on are noticed") {
  STATIC_REQUIRE(!names_of<with_a_gap>.dense);
  STATIC_REQUIRE(!names_of<from_one>.dense);
  STATIC_REQUIRE(names_of<empty>.count == 0);
  STATIC_REQUIRE(names_of<hidden>.dense);
}

TEST_CASE("an enum may say its names itself") {
  STATIC_REQUIRE(names_of<polite::mood>.count == 2);
  STATIC_REQUIRE(name_of(static_cast<polite::mood>(1)) == "so-so");
}

}  // namespace
