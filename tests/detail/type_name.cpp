// SPDX-License-Identifier: BSL-1.0
#include <pawl/detail/type_name.hpp>

#include "support/catch.hpp"

namespace outer::inner {
struct plain {};
template <class...>
struct box {};
}  // namespace outer::inner

namespace {

using pawl::detail::type_name;
struct hidden {};

TEST_CASE("a type is called without its namespaces") {
  STATIC_REQUIRE(type_name<int>() == "int");
  STATIC_REQUIRE(type_name<outer::inner::plain>() == "plain");
  STATIC_REQUIRE(type_name<hidden>() == "hidden");
  STATIC_REQUIRE(type_name<outer::inner::box<int>>() == "box<int>");
}

}  // namespace
