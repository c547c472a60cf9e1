// SPDX-License-Identifier: BSL-1.0
#include <pawl/errors/errors.hpp>
#include <pawl/errors/policy.hpp>
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

}  // namespace
