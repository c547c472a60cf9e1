// SPDX-License-Identifier: BSL-1.0
#include <pawl/policies/errors.hpp>
#include <pawl/testing/error_laws.hpp>

#include "support/catch.hpp"

// With external linkage: Clang reports constants that nobody can use.
namespace lacking_for_errors {

struct without_axis {
  using classes = pawl::implicit_errors;
};
struct on_another_axis {
  static constexpr pawl::axis axis = pawl::axis::retry;
  using classes = pawl::implicit_errors;
};
struct without_classes {
  static constexpr pawl::axis axis = pawl::axis::errors;
};
struct with_a_list_that_is_no_set {
  static constexpr pawl::axis axis = pawl::axis::errors;
  using classes = int;
};
struct without_worker_lost {
  static constexpr pawl::axis axis = pawl::axis::errors;
  using classes = pawl::error_classes<pawl::error::timeout, pawl::error::internal_bug,
                                      pawl::error::payload_undecodable>;
};

}  // namespace lacking_for_errors

namespace {

using namespace lacking_for_errors;
using pawl::errors_policy;

TEST_CASE("each requirement of an errors policy is one") {
  STATIC_REQUIRE(errors_policy<pawl::testing::errors_archetype>);
  STATIC_REQUIRE(!errors_policy<without_axis>);
  STATIC_REQUIRE(!errors_policy<on_another_axis>);
  STATIC_REQUIRE(!errors_policy<without_classes>);
  STATIC_REQUIRE(!errors_policy<with_a_list_that_is_no_set>);
  STATIC_REQUIRE(!errors_policy<without_worker_lost>);
  STATIC_REQUIRE(!errors_policy<int>);
}

TEST_CASE("an errors policy is a job policy on its axis") {
  STATIC_REQUIRE(errors_policy<pawl::errors<>>);
  STATIC_REQUIRE(pawl::job_policy<pawl::errors<>>);
  STATIC_REQUIRE(pawl::errors<>::axis == pawl::axis::errors);
}

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
