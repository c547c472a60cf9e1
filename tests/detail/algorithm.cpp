// SPDX-License-Identifier: BSL-1.0
#include <pawl/detail/algorithm.hpp>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <memory>
#include <vector>

#include "support/catch.hpp"

namespace {

namespace own = pawl::detail;

TEST_CASE("the lesser, the greater and the nearest of a range are those of the standard library") {
  for (int a = -2; a <= 2; ++a) {
    for (int b = -2; b <= 2; ++b) {
      CHECK(own::least(a, b) == std::min(a, b));
      CHECK(own::greatest(a, b) == std::max(a, b));
      for (int high = b; high <= 2; ++high)
        CHECK(own::within(a, b, high) == std::clamp(a, b, high));
    }
  }
  using std::chrono::milliseconds;
  STATIC_REQUIRE(own::least(milliseconds{7}, milliseconds{5}) == milliseconds{5});
  STATIC_REQUIRE(own::least<std::size_t>(7, 5U) == 5);
}

TEST_CASE("the first that is not less is found where the standard library finds it") {
  const int all[] = {1, 3, 3, 3, 5, 8, 8};
  for (int length = 0; length <= 7; ++length)
    for (int value = 0; value <= 9; ++value)
      CHECK(own::first_not_below(all, all + length, value) ==
            std::lower_bound(all, all + length, value));
  STATIC_REQUIRE(own::ascends(all, all + 0));
  CHECK(own::ascends(std::begin(all), std::end(all)));
  const int falling[] = {1, 2, 4, 3};
  CHECK(own::ascends(falling, falling + 3));
  CHECK(!own::ascends(falling, falling + 4));
}

TEST_CASE("a list is turned around in its place, what can only be moved, too") {
  for (int length = 0; length <= 5; ++length) {
    std::vector<std::unique_ptr<int>> all;
    for (int i = 0; i != length; ++i) all.push_back(std::make_unique<int>(i));
    own::reverse(all.data(), all.data() + all.size());
    for (int i = 0; i != length; ++i) CHECK(*all[static_cast<std::size_t>(i)] == length - 1 - i);
  }
}

}  // namespace
