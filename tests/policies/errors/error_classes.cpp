// SPDX-License-Identifier: BSL-1.0
#include <pawl/policies/errors/error_class.hpp>
#include <pawl/policies/errors/error_classes.hpp>

#include "support/catch.hpp"

namespace {

namespace error = pawl::error;

struct bad_input : pawl::error_class<"bad_input", pawl::fatal> {};

using set = pawl::error_classes<error::network_timeout, bad_input, error::internal_bug>;

TEST_CASE("a set knows its classes by type, by code and in order") {
  STATIC_REQUIRE(set::count == 3);
  STATIC_REQUIRE(set::contains<bad_input>);
  STATIC_REQUIRE(!set::contains<error::rate_limited>);
  STATIC_REQUIRE(!set::contains<int>);
  STATIC_REQUIRE(set::index<error::internal_bug> == 2);
  STATIC_REQUIRE(set::index_of("bad_input") == 1);
  STATIC_REQUIRE(set::index_of("rate_limited") == set::count);
  STATIC_REQUIRE(set::infos()[0] ==
                 pawl::error_info{"network_timeout", pawl::retryability::retryable, false});
  STATIC_REQUIRE(set::infos()[2].escalates);
  STATIC_REQUIRE(sizeof(set) == 1);
}

template <class Set, class E>
concept has_index = requires { Set::template index<E>; };

TEST_CASE("a class outside the set has no index") {
  STATIC_REQUIRE(has_index<set, bad_input>);
  STATIC_REQUIRE(!has_index<set, error::rate_limited>);
}

TEST_CASE("a set may be empty") {
  STATIC_REQUIRE(pawl::error_classes<>::count == 0);
  STATIC_REQUIRE(pawl::error_classes<>::infos().empty());
  STATIC_REQUIRE(pawl::error_classes<>::index_of("x") == 0);
}

}  // namespace
