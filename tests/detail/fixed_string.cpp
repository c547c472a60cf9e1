// SPDX-License-Identifier: BSL-1.0
#include <pawl/detail/compose.hpp>
#include <pawl/detail/fixed_string.hpp>
#include <pawl/detail/slice.hpp>

#include <type_traits>

#include "support/catch.hpp"

namespace {

template <pawl::fixed_string Id>
struct named {};

static_assert(std::is_same_v<named<"a">, named<"a">> && !std::is_same_v<named<"a">, named<"b">>);

TEST_CASE("a string can be a template argument") {
  constexpr pawl::fixed_string id = "acme.report.v1";
  STATIC_REQUIRE(id.size() == 14);
  STATIC_REQUIRE(id.view() == "acme.report.v1");
  STATIC_REQUIRE(id == pawl::fixed_string{"acme.report.v1"});
  STATIC_REQUIRE(pawl::fixed_string{""}.size() == 0);
}

struct greeting {
  static constexpr void write(auto& out) { out << "hello" << ',' << " world"; }
};

TEST_CASE("a text is composed once, by the compiler, with exactly the room it needs") {
  STATIC_REQUIRE(pawl::detail::composed<greeting>.view() == "hello, world");
  STATIC_REQUIRE(sizeof(pawl::detail::composed<greeting>) == 13);
}

TEST_CASE("a slice is a range that can be asked what it holds") {
  static constexpr int numbers[] = {2, 3, 5};
  constexpr pawl::slice<int> primes{numbers, 3};
  STATIC_REQUIRE(primes.size() == 3 && primes[2] == 5 && primes.contains(3) && !primes.contains(4));
  STATIC_REQUIRE(pawl::slice<int>{}.empty());
}

}  // namespace
