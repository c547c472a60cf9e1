// SPDX-License-Identifier: BSL-1.0
#include <pawl/policies/errors.hpp>

#include <sstream>

#include "support/catch.hpp"

namespace {

namespace error = pawl::error;

struct outage : pawl::error_class<"outage", pawl::retryable> {
  static constexpr pawl::text summary = "the service is down; it is tried again";
};

TEST_CASE("a public code is the job and the class in capitals") {
  STATIC_REQUIRE(pawl::public_code<"convert", error::unsupported_format>() ==
                 "CONVERT_UNSUPPORTED_FORMAT");
  STATIC_REQUIRE(pawl::public_code<"acme.report.v1", error::quota_exceeded>() ==
                 "REPORT_V1_QUOTA_EXCEEDED");
}

TEST_CASE("the public codes of a job stand in the order of its set") {
  using set = pawl::errors<error::validation_error>;
  constexpr auto codes = pawl::public_codes<"export", set>();
  STATIC_REQUIRE(codes.size() == set::count);
  STATIC_REQUIRE(codes[0] == "EXPORT_VALIDATION_ERROR");
  STATIC_REQUIRE(codes[set::index<error::internal_bug>] == "EXPORT_INTERNAL_BUG");
}

TEST_CASE("a public code can be written at run time, with the same letters") {
  std::ostringstream out;
  pawl::write_public_code(out, "convert", "unsupported_format");
  CHECK(out.str() == "CONVERT_UNSUPPORTED_FORMAT");
}

TEST_CASE("a class has a summary that every user may read") {
  STATIC_REQUIRE(pawl::summary_of<error::network_timeout>() == "network timeout");
  STATIC_REQUIRE(pawl::summary_of<outage>() == "the service is down; it is tried again");
}

TEST_CASE("a classification is named as the specifications name it", "[DOC-05]") {
  STATIC_REQUIRE(pawl::taxonomy_name(pawl::retryable) == "RETRYABLE");
  STATIC_REQUIRE(pawl::taxonomy_name(pawl::fatal) == "NON_RETRYABLE");
  STATIC_REQUIRE(pawl::taxonomy_name(pawl::unclassified).empty());
  STATIC_REQUIRE(pawl::error_type_name(pawl::retryable) == "RETRYABLE");
  STATIC_REQUIRE(pawl::error_type_name(pawl::fatal) == "TERMINAL");
  STATIC_REQUIRE(pawl::error_type_name(pawl::unclassified).empty());
}

}  // namespace
