// SPDX-License-Identifier: BSL-1.0
#include <pawl/policies/retry.hpp>
#include <pawl/testing/error_laws.hpp>
#include <pawl/testing/retry_laws.hpp>

#include "support/catch.hpp"

namespace {

using namespace pawl::literals;
namespace error = pawl::error;
using pawl::retryability;
using pawl::testing::broken_retry_law;

TEST_CASE("a policy that says nothing has 3 attempts, 1 s doubling up to 30 s, full jitter",
          "[SVC-04]") {
  using policy = pawl::default_retry;
  STATIC_REQUIRE(policy::max_attempts == 3);
  STATIC_REQUIRE(policy::plan ==
                 pawl::exponential<1_s, 30_s>::plan.with(pawl::full_jitter::spread));
}

TEST_CASE("each part that is left out takes its default") {
  using patient = pawl::retry<pawl::attempts<10>>;
  STATIC_REQUIRE(patient::max_attempts == 10);
  STATIC_REQUIRE(patient::plan == pawl::default_retry::plan);
  using steady = pawl::retry<pawl::fixed<5_s>>;
  STATIC_REQUIRE(steady::max_attempts == 3);
  STATIC_REQUIRE(steady::plan == pawl::fixed<5_s>::plan.with(pawl::full_jitter::spread));
  using plain = pawl::retry<pawl::no_jitter>;
  STATIC_REQUIRE(plain::plan == pawl::exponential<1_s, 30_s>::plan);
}

TEST_CASE("parts come in any order") {
  using one = pawl::retry<pawl::attempts<4>, pawl::linear<1_s, 9_s>, pawl::equal_jitter,
                          pawl::retry_on<error::rate_limited>, pawl::fatal_on<error::timeout>>;
  using other = pawl::retry<pawl::fatal_on<error::timeout>, pawl::retry_on<error::rate_limited>,
                            pawl::equal_jitter, pawl::linear<1_s, 9_s>, pawl::attempts<4>>;
  STATIC_REQUIRE(one::max_attempts == other::max_attempts);
  STATIC_REQUIRE(one::plan == other::plan);
  STATIC_REQUIRE(one::overrides == other::overrides);
  STATIC_REQUIRE(one::classification<error::timeout> == other::classification<error::timeout>);
  STATIC_REQUIRE(one::classification<error::timeout> == retryability::fatal);
}

TEST_CASE("a list decides before a class's own default") {
  using policy =
      pawl::retry<pawl::retry_on<error::quota_exceeded>, pawl::fatal_on<error::network_timeout>>;
  STATIC_REQUIRE(policy::classification<error::quota_exceeded> == retryability::retryable);
  STATIC_REQUIRE(policy::classification<error::network_timeout> == retryability::fatal);
  STATIC_REQUIRE(policy::classification<error::validation_error> == retryability::fatal);
  STATIC_REQUIRE(policy::classification<error::worker_lost> == retryability::retryable);
  STATIC_REQUIRE(policy::classification<pawl::testing::error_class_archetype> ==
                 retryability::unclassified);
}

TEST_CASE("a job that runs once may still say how it would be retried by request") {
  using policy = pawl::retry<pawl::attempts<1>, pawl::retry_on<error::rate_limited>,
                             pawl::overridable<pawl::attempts_up_to<3>>>;
  STATIC_REQUIRE(policy::max_attempts == 1);
}

struct own_backoff {
  static constexpr pawl::backoff_plan plan{
      .model = pawl::backoff_model::linear, .initial = 1_min, .cap = 1_h};
};
struct own_jitter {
  static constexpr pawl::jitter_spread spread{.low = 900};
};

TEST_CASE("a backoff and a jitter of one's own are parts like any other") {
  using policy = pawl::retry<own_jitter, own_backoff>;
  STATIC_REQUIRE(bounds(policy::plan, 2) == pawl::delay_bounds{108_s, 2_min});
}

TEST_CASE("a retry policy costs nothing") {
  STATIC_REQUIRE(sizeof(pawl::retry<>) == 1);
  STATIC_REQUIRE(sizeof(pawl::retry<pawl::attempts<2>, pawl::retry_on<error::timeout>>) == 1);
}

using net = pawl::errors<error::network_timeout, error::rate_limited, error::validation_error>;

TEST_CASE("every kind of policy, and the archetype, keep the laws") {
  STATIC_REQUIRE(broken_retry_law<pawl::testing::retry_archetype>().empty());
  STATIC_REQUIRE(broken_retry_law<pawl::retry<>, net>().empty());
  CHECK(broken_retry_law<pawl::retry<pawl::attempts<1>, pawl::no_delay>>() == "");
  CHECK(
      broken_retry_law<pawl::retry<pawl::attempts<4>, pawl::fixed<1_s>, pawl::no_jitter>, net>() ==
      "");
  CHECK(broken_retry_law<pawl::retry<pawl::linear<1_s, 9_s>, pawl::equal_jitter>, net>() == "");
  CHECK(broken_retry_law<pawl::retry<pawl::polynomial<1_s, 3, 1_h>>, net>() == "");
  CHECK(broken_retry_law<pawl::retry<pawl::steps<1_s, 1_min>>, net>() == "");
  CHECK(broken_retry_law<pawl::retry<pawl::decorrelated_jitter>, net>() == "");
  CHECK(broken_retry_law<pawl::retry<pawl::attempts<2'147'483'647>>>() == "");
  CHECK(broken_retry_law<
            pawl::retry<pawl::fatal_on<error::network_timeout, error::timeout>,
                        pawl::overridable<pawl::attempts_up_to<9>, pawl::delays_between<1_ms, 1_d>,
                                          pawl::multiplier_up_to<10>>>,
            net>() == "");
}

struct never_starts : pawl::testing::retry_archetype {
  static constexpr unsigned max_attempts = 0;
};
struct waits_forever : pawl::testing::retry_archetype {
  static constexpr pawl::backoff_plan plan = pawl::fixed<pawl::duration_ms{INT64_MAX}>::plan;
};
struct retries_all : pawl::testing::retry_archetype {
  template <class E>
  static constexpr retryability classification = retryability::retryable;
};

TEST_CASE("the laws catch a policy that cannot work") {
  CHECK(broken_retry_law<never_starts>() == "a job has at least one attempt");
  CHECK(broken_retry_law<waits_forever>() == "a delay added to a date is a date");
  CHECK(broken_retry_law<retries_all>() == "a payload that cannot be read is not retried");
}

}  // namespace
