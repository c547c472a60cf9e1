// SPDX-License-Identifier: BSL-1.0
#include <pawl/policies/detail/parts.hpp>

#include "support/catch.hpp"

namespace {

using namespace pawl;

enum class sail_part : unsigned char { area, colour };
enum class hull_part : unsigned char { area };

template <int Size>
struct area {
  static constexpr auto part = sail_part::area;
  static constexpr int size = Size;
};
struct red {
  static constexpr auto part = sail_part::colour;
};
struct hull_area {
  static constexpr auto part = hull_part::area;
};

TEST_CASE("a part is found wherever it stands, and a missing one is the default") {
  STATIC_REQUIRE(detail::chosen_part<sail_part::area, area<1>, red, area<7>>::size == 7);
  STATIC_REQUIRE(detail::chosen_part<sail_part::area, area<1>, area<7>, red>::size == 7);
  STATIC_REQUIRE(detail::chosen_part<sail_part::area, area<1>, red>::size == 1);
  STATIC_REQUIRE(detail::has_part<sail_part::colour, area<7>, red>);
  STATIC_REQUIRE_FALSE(detail::has_part<sail_part::colour, area<7>>);
}

TEST_CASE("a part of another policy is none, even with the same number") {
  STATIC_REQUIRE(detail::chosen_part<sail_part::area, area<1>, hull_area>::size == 1);
  STATIC_REQUIRE(detail::first_unsound_part<sail_part, red, hull_area> == 1);
}

TEST_CASE("unknown parts and parts given twice are noticed") {
  STATIC_REQUIRE(detail::first_unsound_part<sail_part> == 0);
  STATIC_REQUIRE(detail::first_unsound_part<sail_part, area<1>, red> == 2);
  STATIC_REQUIRE(detail::first_unsound_part<sail_part, area<1>, int> == 1);
  STATIC_REQUIRE(detail::first_unsound_part<sail_part, area<1>, area<2>> == 1);
}

TEST_CASE("a template is called by its name alone") {
  CHECK(detail::template_name<area<3>>() == "area");
  CHECK(detail::template_name<red>() == "red");
  CHECK(detail::template_name<int>() == "int");
}

}  // namespace
