// SPDX-License-Identifier: BSL-1.0
#include <pawl/policies/retry.hpp>
#include <pawl/testing/retry_laws.hpp>

#include "support/catch.hpp"

namespace {

namespace error = pawl::error;

struct open_question : pawl::error_class<"open_question"> {};

using declared = pawl::errors<error::network_timeout, error::quota_exceeded, open_question>;

TEST_CASE("every declared class ends up retryable or fatal") {
  using policy = pawl::retry<pawl::fatal_on<open_question>>;
  using table = pawl::retry_classification<declared, policy>;
  STATIC_REQUIRE(table::is_retryable<error::network_timeout>());
  STATIC_REQUIRE(!table::is_retryable<error::quota_exceeded>());
  STATIC_REQUIRE(!table::is_retryable<open_question>());
  STATIC_REQUIRE(table::is_retryable<error::timeout>());
  STATIC_REQUIRE(table::is_retryable<error::worker_lost>());
  STATIC_REQUIRE(!table::is_retryable<error::internal_bug>());
  STATIC_REQUIRE(!table::is_retryable<error::payload_undecodable>());
  STATIC_REQUIRE(sizeof(table) == 1);
}

TEST_CASE("retry_on need not speak about the implicit classes") {
  using policy = pawl::retry<pawl::retry_on<error::network_timeout, open_question>>;
  using table = pawl::retry_classification<declared, policy>;
  STATIC_REQUIRE(table::is_retryable("open_question"));
  STATIC_REQUIRE(table::is_retryable("worker_lost"));
  STATIC_REQUIRE(table::is_retryable("timeout"));
}

TEST_CASE("the implicit classes may be reclassified") {
  using policy = pawl::retry<pawl::retry_on<error::network_timeout, error::internal_bug>,
                             pawl::fatal_on<open_question, error::timeout, error::worker_lost>>;
  using table = pawl::retry_classification<declared, policy>;
  STATIC_REQUIRE(table::is_retryable("internal_bug"));
  STATIC_REQUIRE(table::escalates("internal_bug"));
  STATIC_REQUIRE(!table::is_retryable("timeout"));
  STATIC_REQUIRE(!table::is_retryable("worker_lost"));
}

TEST_CASE("a code that the job no longer declares is not retried") {
  using table = pawl::retry_classification<pawl::errors<>, pawl::retry<>>;
  STATIC_REQUIRE(table::find("network_timeout") == nullptr);
  STATIC_REQUIRE(!table::is_retryable("network_timeout"));
  STATIC_REQUIRE(!table::escalates("network_timeout"));
}

TEST_CASE("the table stands in the order of the set") {
  using table = pawl::retry_classification<
      declared, pawl::retry<pawl::retry_on<error::network_timeout, open_question>>>;
  STATIC_REQUIRE(table::table().size() == declared::count);
  STATIC_REQUIRE(table::table()[0] == pawl::classified_error{"network_timeout", true, false});
  STATIC_REQUIRE(table::table()[1] == pawl::classified_error{"quota_exceeded", false, false});
  STATIC_REQUIRE(*table::find("internal_bug") ==
                 pawl::classified_error{"internal_bug", false, true});
}

TEST_CASE("a policy without lists classifies by itself") {
  using table = pawl::retry_classification<pawl::errors<error::network_timeout>,
                                           pawl::testing::retry_archetype>;
  STATIC_REQUIRE(table::is_retryable<error::network_timeout>());
}

template <class Table, class E>
concept answers = requires { Table::template is_retryable<E>(); };

TEST_CASE("a class outside the set is not asked about") {
  using table = pawl::retry_classification<pawl::errors<>, pawl::retry<>>;
  STATIC_REQUIRE(answers<table, error::timeout>);
  STATIC_REQUIRE(!answers<table, error::network_timeout>);
}

}  // namespace
