// SPDX-License-Identifier: BSL-1.0
#include <pawl/job/job.hpp>

#include <type_traits>

#include "../examples/jobs/deck.hpp"
#include "job/sample.hpp"
#include "support/catch.hpp"

namespace {

using namespace pawl;
using namespace pawl::literals;

static_assert(std::is_empty_v<support::shop_job>);
static_assert(sizeof(support::shop_job) == 1);

using brief = job<"brief", lifecycles::service>;
using ordered = job<"both", lifecycles::deck, timeout<1_min>, lease<30_s>>;
using reversed = job<"both", lease<30_s>, timeout<1_min>, lifecycles::deck>;

TEST_CASE("a job type that says nothing is as the specifications say") {
  STATIC_REQUIRE(brief::id == "brief");
  STATIC_REQUIRE(std::is_same_v<brief::lifecycle, lifecycles::service>);
  STATIC_REQUIRE(brief::retry::max_attempts == 3);
  STATIC_REQUIRE(brief::timeout::limit == 10_min);
  STATIC_REQUIRE(brief::lease::length == 60_s);
  STATIC_REQUIRE(!brief::is_ephemeral);
  STATIC_REQUIRE(std::is_same_v<brief::codec, json>);
}

TEST_CASE("the order of policies does not matter") {
  STATIC_REQUIRE(std::is_same_v<ordered::lifecycle, reversed::lifecycle>);
  STATIC_REQUIRE(ordered::timeout::limit == reversed::timeout::limit);
  STATIC_REQUIRE(ordered::lease::length == reversed::lease::length);
}

TEST_CASE("the deck job types have the stages of the specification", "[DECK-02]") {
  using convert = deck_jobs::convert_job::stages;
  STATIC_REQUIRE(convert::count == 6);
  STATIC_REQUIRE(convert::name(0) == "validating_input" && convert::min(0) == 0 &&
                 convert::max(0) == 5);
  STATIC_REQUIRE(convert::name(2) == "extracting" && convert::min(2) == 15 &&
                 convert::max(2) == 55);
  STATIC_REQUIRE(convert::name(5) == "finalizing" && convert::max(5) == 100);
  using exported = deck_jobs::export_job::stages;
  STATIC_REQUIRE(exported::count == 5 && exported::name(3) == "uploading_artifact" &&
                 exported::max(3) == 98);
  using ai = deck_jobs::ai_job::stages;
  STATIC_REQUIRE(ai::count == 4 && ai::name(2) == "streaming_response" && ai::min(2) == 20 &&
                 ai::max(2) == 95);
}

TEST_CASE("an error class is retried or not, as its job type says", "[DECK-05]") {
  using convert = deck_jobs::convert_job;
  STATIC_REQUIRE(convert::retries<error::ai_rate_limit> &&
                 convert::retries<error::transient_storage>);
  STATIC_REQUIRE(!convert::retries<error::validation_error> &&
                 !convert::retries<error::internal_bug>);
  STATIC_REQUIRE(convert::retries<error::worker_lost> && convert::retries<error::timeout>);
}

}  // namespace
