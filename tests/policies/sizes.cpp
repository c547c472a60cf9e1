// SPDX-License-Identifier: BSL-1.0
#include <pawl/policies/sizes.hpp>

#include <pawl/testing/payload_limit_laws.hpp>

#include "support/catch.hpp"

namespace {

using namespace pawl;
using namespace pawl::literals;
using pawl::testing::broken_payload_limit_law;

TEST_CASE("a size is written in bytes and their binary multiples") {
  STATIC_REQUIRE((1_KiB).count == 1024);
  STATIC_REQUIRE(1_MiB == 1024_KiB);
  STATIC_REQUIRE(1_KiB > 1023_B);
}

TEST_CASE("an input and a result are at most 1 MiB and a summary 16 KiB, unless the policy says") {
  STATIC_REQUIRE(default_payload_limit::input == 1_MiB);
  STATIC_REQUIRE(default_payload_limit::result == 1_MiB);
  STATIC_REQUIRE(default_payload_limit::summary == 16_KiB);
  using large = payload_limit<2_MiB, summary_limit<1_KiB>, result_limit<64_MiB>>;
  STATIC_REQUIRE(large::input == 2_MiB);
  STATIC_REQUIRE(large::result == 64_MiB);
  STATIC_REQUIRE(large::summary == 1_KiB);
}

struct no_input : testing::payload_limit_archetype {
  static constexpr byte_size input{0};
};
struct huge_result : testing::payload_limit_archetype {
  static constexpr byte_size result{largest_payload.count + 1};
};
struct blob_in_a_summary : testing::payload_limit_archetype {
  static constexpr byte_size summary{largest_summary.count + 1};
};

TEST_CASE("a payload limit keeps its laws, and the laws see what breaks them") {
  CHECK(broken_payload_limit_law<default_payload_limit>() == "");
  CHECK(broken_payload_limit_law<testing::payload_limit_archetype>() == "");
  CHECK(broken_payload_limit_law<no_input>() == "an input has room, within reason");
  CHECK(broken_payload_limit_law<huge_result>() == "a result has room, within reason");
  CHECK(broken_payload_limit_law<blob_in_a_summary>() == "a summary is small");
}

}  // namespace
