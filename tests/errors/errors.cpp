// SPDX-License-Identifier: BSL-1.0
#include <pawl/errors.hpp>
#include <pawl/testing/error_laws.hpp>

#include "support/catch.hpp"

namespace {

namespace error = pawl::error;
using pawl::testing::broken_errors_law;

struct bad_input : pawl::error_class<"bad_input", pawl::fatal> {};

TEST_CASE("every set holds the classes that can befall any job") {
  using none = pawl::default_errors;
  STATIC_REQUIRE(none::count == 4);
  STATIC_REQUIRE(none::contains<error::timeout>);
  STATIC_REQUIRE(none::contains<error::worker_lost>);
  STATIC_REQUIRE(none::contains<error::internal_bug>);
  STATIC_REQUIRE(none::contains<error::payload_undecodable>);
  STATIC_REQUIRE(error::timeout::classification == pawl::retryable);
  STATIC_REQUIRE(error::worker_lost::classification == pawl::retryable);
  STATIC_REQUIRE(error::internal_bug::classification == pawl::fatal);
  STATIC_REQUIRE(error::payload_undecodable::classification == pawl::fatal);
}

TEST_CASE("declared classes come first, implicit ones behind") {
  using set = pawl::errors<error::network_timeout, bad_input>;
  STATIC_REQUIRE(set::count == 6);
  STATIC_REQUIRE(set::index<error::network_timeout> == 0);
  STATIC_REQUIRE(set::index<bad_input> == 1);
  STATIC_REQUIRE(set::index<error::timeout> == 2);
}

TEST_CASE("an implicit class may be declared") {
  using set = pawl::errors<error::worker_lost, bad_input>;
  STATIC_REQUIRE(set::count == 5);
  STATIC_REQUIRE(set::index<error::worker_lost> == 0);
}

TEST_CASE("the order of declaration is the only difference it makes") {
  using one = pawl::errors<error::network_timeout, bad_input>;
  using other = pawl::errors<bad_input, error::network_timeout>;
  for (const pawl::error_info& each : one::infos())
    CHECK(other::infos()[other::index_of(each.code)] == each);
}

TEST_CASE("an errors policy costs nothing") {
  STATIC_REQUIRE(sizeof(pawl::errors<>) == 1);
  STATIC_REQUIRE(sizeof(pawl::errors<error::network_timeout, bad_input>) == 1);
}

TEST_CASE("every shipped set and the archetype keep the laws") {
  STATIC_REQUIRE(broken_errors_law<pawl::testing::errors_archetype>().empty());
  STATIC_REQUIRE(broken_errors_law<pawl::errors<>>().empty());
  STATIC_REQUIRE(broken_errors_law<pawl::errors<error::network_timeout, bad_input>>().empty());
  STATIC_REQUIRE(broken_errors_law<pawl::errors<pawl::testing::error_class_archetype>>().empty());
  CHECK(broken_errors_law<pawl::errors<error::timeout, error::rate_limited>>() == "");
}

}  // namespace
