// SPDX-License-Identifier: BSL-1.0
#include <pawl/policies/errors.hpp>
#include <pawl/policies/errors/error_class.hpp>
#include <pawl/testing/error_laws.hpp>

#include <type_traits>

#include "support/catch.hpp"

// With external linkage: Clang reports constants that nobody can use.
namespace lacking_for_classes {

struct without_code {
  static constexpr pawl::retryability classification = pawl::fatal;
  static constexpr bool escalates = false;
};
struct without_classification {
  static constexpr pawl::text code = "x";
  static constexpr bool escalates = false;
};
struct without_escalates {
  static constexpr pawl::text code = "x";
  static constexpr pawl::retryability classification = pawl::fatal;
};
union no_class {
  static constexpr pawl::text code = "x";
  static constexpr pawl::retryability classification = pawl::fatal;
  static constexpr bool escalates = false;
};

}  // namespace lacking_for_classes

namespace {

using namespace lacking_for_classes;
using pawl::error_type;
using pawl::retryability;

struct disk_full : pawl::error_class<"disk_full", pawl::fatal> {};
struct flaky : pawl::error_class<"flaky"> {};
struct data_loss : pawl::error_class<"data_loss", pawl::fatal> {
  static constexpr bool escalates = true;
};

TEST_CASE("an error class has a code, a classification and does not escalate") {
  STATIC_REQUIRE(error_type<disk_full>);
  STATIC_REQUIRE(disk_full::code == "disk_full");
  STATIC_REQUIRE(disk_full::classification == retryability::fatal);
  STATIC_REQUIRE(!disk_full::escalates);
  STATIC_REQUIRE(sizeof(disk_full) == 1);
}

TEST_CASE("a class that does not say is unclassified") {
  STATIC_REQUIRE(error_type<flaky>);
  STATIC_REQUIRE(flaky::classification == retryability::unclassified);
}

TEST_CASE("a class of one's own may escalate") {
  STATIC_REQUIRE(error_type<data_loss>);
  STATIC_REQUIRE(data_loss::escalates);
}

TEST_CASE("each requirement of an error class is one") {
  STATIC_REQUIRE(error_type<pawl::testing::error_class_archetype>);
  STATIC_REQUIRE(!error_type<without_code>);
  STATIC_REQUIRE(!error_type<without_classification>);
  STATIC_REQUIRE(!error_type<without_escalates>);
  STATIC_REQUIRE(!error_type<no_class>);
  STATIC_REQUIRE(!error_type<int>);
  STATIC_REQUIRE(!error_type<disk_full&>);
}

TEST_CASE("a code is lower case letters, digits and underscores, a letter first, at most 63") {
  using pawl::detail::is_error_code;
  STATIC_REQUIRE(is_error_code("a"));
  STATIC_REQUIRE(is_error_code("network_timeout"));
  STATIC_REQUIRE(is_error_code("http_503"));
  STATIC_REQUIRE(!is_error_code(""));
  STATIC_REQUIRE(!is_error_code("_a"));
  STATIC_REQUIRE(!is_error_code("5xx"));
  STATIC_REQUIRE(!is_error_code("Timeout"));
  STATIC_REQUIRE(!is_error_code("time-out"));
  STATIC_REQUIRE(!is_error_code("time out"));
  STATIC_REQUIRE(!is_error_code("zeitüberschreitung"));
  STATIC_REQUIRE(is_error_code("a23456789012345678901234567890123456789012345678901234567890123"));
  STATIC_REQUIRE(
      !is_error_code("a234567890123456789012345678901234567890123456789012345678901234"));
}

namespace error = pawl::error;

template <class... Classes>
constexpr bool all_are(pawl::retryability expected) {
  return ((Classes::classification == expected) && ...);
}

TEST_CASE("the classes a deck job retries are retryable", "[DECK-05]") {
  STATIC_REQUIRE(all_are<error::transient_storage, error::network_timeout, error::ai_rate_limit,
                         error::model_overloaded>(pawl::retryable));
}

TEST_CASE("the classes a deck job never retries are fatal") {
  STATIC_REQUIRE(all_are<error::validation_error, error::unsupported_format, error::quota_exceeded,
                         error::internal_bug, error::corruption_detected>(pawl::fatal));
}

TEST_CASE("of the deck's classes only internal_bug escalates") {
  STATIC_REQUIRE(error::internal_bug::escalates);
  using deck =
      pawl::errors<error::transient_storage, error::network_timeout, error::ai_rate_limit,
                   error::model_overloaded, error::validation_error, error::unsupported_format,
                   error::quota_exceeded, error::corruption_detected>;
  for (const pawl::error_info& each : deck::infos())
    CHECK(each.escalates == (each.code == "internal_bug"));
}

TEST_CASE("a document's transient failures are retryable, the others terminal", "[DOC-05]") {
  STATIC_REQUIRE(all_are<error::resource_unavailable, error::deadline_exceeded, error::timeout,
                         error::queue_overload, error::dependency_unavailable>(pawl::retryable));
  STATIC_REQUIRE(
      all_are<error::invalid_document, error::unsupported_format, error::validation_failure,
              error::permanent_timeout, error::configuration_error, error::resource_limit_exceeded>(
          pawl::fatal));
}

TEST_CASE("the video pipeline's classes follow its taxonomy") {
  STATIC_REQUIRE(all_are<error::provider_network_error, error::timeout,
                         error::temporary_storage_failure, error::rate_limited>(pawl::retryable));
  STATIC_REQUIRE(
      all_are<error::unsupported_codec, error::provider_permission_denied,
              error::corrupted_artifact, error::schema_validation_failure, error::policy_violation>(
          pawl::fatal));
}

// Codes are stored and shown: each is its class's name, none may change, no two are
// alike.
TEST_CASE("every shipped class has the stable code of its name", "[STAT-08]") {
  using all =
      pawl::errors<error::timeout, error::worker_lost, error::internal_bug,
                   error::payload_undecodable, error::transient_storage, error::network_timeout,
                   error::ai_rate_limit, error::model_overloaded, error::validation_error,
                   error::unsupported_format, error::quota_exceeded, error::corruption_detected,
                   error::resource_unavailable, error::deadline_exceeded, error::queue_overload,
                   error::dependency_unavailable, error::invalid_document,
                   error::validation_failure, error::permanent_timeout, error::configuration_error,
                   error::resource_limit_exceeded, error::provider_network_error,
                   error::temporary_storage_failure, error::rate_limited, error::unsupported_codec,
                   error::provider_permission_denied, error::corrupted_artifact,
                   error::schema_validation_failure, error::policy_violation>;
  constexpr pawl::text codes[] = {"timeout",
                                  "worker_lost",
                                  "internal_bug",
                                  "payload_undecodable",
                                  "transient_storage",
                                  "network_timeout",
                                  "ai_rate_limit",
                                  "model_overloaded",
                                  "validation_error",
                                  "unsupported_format",
                                  "quota_exceeded",
                                  "corruption_detected",
                                  "resource_unavailable",
                                  "deadline_exceeded",
                                  "queue_overload",
                                  "dependency_unavailable",
                                  "invalid_document",
                                  "validation_failure",
                                  "permanent_timeout",
                                  "configuration_error",
                                  "resource_limit_exceeded",
                                  "provider_network_error",
                                  "temporary_storage_failure",
                                  "rate_limited",
                                  "unsupported_codec",
                                  "provider_permission_denied",
                                  "corrupted_artifact",
                                  "schema_validation_failure",
                                  "policy_violation"};
  STATIC_REQUIRE(all::count == std::extent_v<decltype(codes)>);
  for (std::size_t i = 0; i < all::count; ++i) CHECK(all::infos()[i].code == codes[i]);
  STATIC_REQUIRE(error::job_cancelled::code == "cancelled");
  STATIC_REQUIRE(error::job_aborted::code == "aborted");
}

}  // namespace
