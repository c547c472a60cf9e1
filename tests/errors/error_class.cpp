// SPDX-License-Identifier: BSL-1.0
#include <pawl/errors/error_class.hpp>
#include <pawl/testing/error_laws.hpp>

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

}  // namespace
