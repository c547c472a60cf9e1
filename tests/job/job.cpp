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

struct specified_stage {
  text name;
  int least;
  int most;
};
/// Whether a job type has exactly these stages.
template <class Stages, std::size_t Count>
constexpr bool has_stages(const specified_stage (&wanted)[Count]) {
  if (Stages::count != Count) return false;
  for (std::size_t i = 0; i < Count; ++i)
    if (Stages::name(i) != wanted[i].name || Stages::min(i) != wanted[i].least ||
        Stages::max(i) != wanted[i].most)
      return false;
  return true;
}

TEST_CASE("the deck job types have the stages of the specification", "[DECK-02]") {
  STATIC_REQUIRE(has_stages<deck_jobs::convert_job::stages>({{"validating_input", 0, 5},
                                                             {"fetching_source", 5, 15},
                                                             {"extracting", 15, 55},
                                                             {"normalizing", 55, 80},
                                                             {"generating_preview", 80, 90},
                                                             {"finalizing", 90, 100}}));
  STATIC_REQUIRE(has_stages<deck_jobs::export_job::stages>({{"preparing", 0, 10},
                                                            {"rendering_slides", 10, 70},
                                                            {"packaging", 70, 90},
                                                            {"uploading_artifact", 90, 98},
                                                            {"finalizing", 98, 100}}));
  constexpr specified_stage ai[] = {{"preparing_context", 0, 10},
                                    {"sending_prompt", 10, 20},
                                    {"streaming_response", 20, 95},
                                    {"finalizing", 95, 100}};
  STATIC_REQUIRE(has_stages<deck_jobs::ai_job::stages>(ai));
  STATIC_REQUIRE(has_stages<deck_jobs::private_ai_job::stages>(ai));
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
