// SPDX-License-Identifier: BSL-1.0
#include <pawl/policies/retry.hpp>
#include <pawl/testing/retry_laws.hpp>

#include "support/catch.hpp"

// With external linkage: Clang reports constants that nobody can use.
namespace lacking_for_retry {

struct without_axis {
  static constexpr unsigned max_attempts = 1;
  static constexpr pawl::backoff_plan plan{};
  template <class E>
  static constexpr pawl::retryability classification = E::classification;
};
struct on_another_axis : without_axis {
  static constexpr pawl::axis axis = pawl::axis::errors;
};
struct without_attempts {
  static constexpr pawl::axis axis = pawl::axis::retry;
  static constexpr pawl::backoff_plan plan{};
  template <class E>
  static constexpr pawl::retryability classification = E::classification;
};
struct with_signed_attempts : without_attempts {
  static constexpr int max_attempts = 1;
};
struct without_plan {
  static constexpr pawl::axis axis = pawl::axis::retry;
  static constexpr unsigned max_attempts = 1;
  template <class E>
  static constexpr pawl::retryability classification = E::classification;
};
struct without_classification {
  static constexpr pawl::axis axis = pawl::axis::retry;
  static constexpr unsigned max_attempts = 1;
  static constexpr pawl::backoff_plan plan{};
};

}  // namespace lacking_for_retry

namespace {

using namespace lacking_for_retry;
using pawl::retry_policy;
using pawl::retryability;

TEST_CASE("each requirement of a retry policy is one") {
  STATIC_REQUIRE(retry_policy<pawl::testing::retry_archetype>);
  STATIC_REQUIRE(!retry_policy<without_axis>);
  STATIC_REQUIRE(!retry_policy<on_another_axis>);
  STATIC_REQUIRE(!retry_policy<without_attempts>);
  STATIC_REQUIRE(!retry_policy<with_signed_attempts>);
  STATIC_REQUIRE(!retry_policy<without_plan>);
  STATIC_REQUIRE(!retry_policy<without_classification>);
  STATIC_REQUIRE(!retry_policy<int>);
}

TEST_CASE("a retry policy is a job policy on its axis") {
  STATIC_REQUIRE(retry_policy<pawl::retry<>>);
  STATIC_REQUIRE(pawl::job_policy<pawl::retry<>>);
  STATIC_REQUIRE(pawl::retry<>::axis == pawl::axis::retry);
}

TEST_CASE("a policy's settings are its attempts and its plan") {
  using policy = pawl::retry<pawl::attempts<5>>;
  STATIC_REQUIRE(pawl::settings_of<policy> == pawl::retry_settings{5, policy::plan});
}

}  // namespace
