// SPDX-License-Identifier: BSL-1.0
#include <pawl/policies/retry.hpp>
#include <pawl/testing/retry_laws.hpp>

#include <sstream>
#include <string>

#include "support/catch.hpp"

namespace {

using namespace pawl::literals;
using pawl::apply;
using pawl::override_error;
using pawl::retry_override;

using strict = pawl::retry<pawl::attempts<5>, pawl::exponential<2_s, 30_s>>;
using open = pawl::retry<pawl::attempts<3>, pawl::exponential<2_s, 30_s>,
                         pawl::overridable<pawl::attempts_up_to<10>, pawl::delays_between<1_s, 1_h>,
                                           pawl::multiplier_up_to<4>>>;

std::string sentence(const pawl::override_verdict& verdict) {
  std::ostringstream out;
  verdict.write(out);
  return out.str();
}

TEST_CASE("a job that overrides nothing gets what is declared", "[SVC-04]") {
  STATIC_REQUIRE(apply<strict>({}).settings == pawl::settings_of<strict>);
  STATIC_REQUIRE(static_cast<bool>(apply<strict>({})));
  STATIC_REQUIRE(apply<strict>({}).code().empty());
  CHECK(sentence(apply<strict>({})).empty());
}

TEST_CASE("an override is empty if it asks for nothing") {
  STATIC_REQUIRE(retry_override{}.is_empty());
  STATIC_REQUIRE_FALSE(retry_override{.max_attempts = 1}.is_empty());
  STATIC_REQUIRE_FALSE(retry_override{.initial = pawl::duration_ms{1}}.is_empty());
  STATIC_REQUIRE_FALSE(retry_override{.cap = pawl::duration_ms{1}}.is_empty());
  STATIC_REQUIRE_FALSE(retry_override{.multiplier = pawl::factor{1000}}.is_empty());
}

TEST_CASE("a job may always have fewer attempts, and never none", "[SVC-04]") {
  STATIC_REQUIRE(apply<strict>({.max_attempts = 1}).settings ==
                 pawl::retry_settings{1, strict::plan});
  STATIC_REQUIRE(static_cast<bool>(apply<strict>({.max_attempts = 5})));
  STATIC_REQUIRE(apply<strict>({.max_attempts = 6}).error ==
                 override_error::attempts_out_of_bounds);
  STATIC_REQUIRE(apply<strict>({.max_attempts = 0}).error ==
                 override_error::attempts_out_of_bounds);
}

TEST_CASE("max attempts, initial delay, max delay and multiplier are overridable per job",
          "[SVC-04]") {
  constexpr auto verdict =
      apply<open>({.max_attempts = 10, .initial = 5_s, .cap = 1_h, .multiplier = 1.5});
  STATIC_REQUIRE(static_cast<bool>(verdict));
  STATIC_REQUIRE(verdict.settings.max_attempts == 10);
  STATIC_REQUIRE(bounds(verdict.settings.plan, 2) == pawl::delay_bounds{1_ms, 7500_ms});
  STATIC_REQUIRE(verdict.settings.plan.cap == 1_h);
  STATIC_REQUIRE(verdict.settings.plan.jitter == open::plan.jitter);
}

TEST_CASE("what is beyond the declared bounds is refused with a stable code and a sentence",
          "[SVC-04]") {
  struct refusal {
    retry_override wanted;
    pawl::text code;
    std::string sentence;
  };
  const refusal refusals[] = {
      {{.max_attempts = 11},
       "retry_attempts_out_of_bounds",
       "this job type allows 1 to 10 attempts"},
      {{.initial = 999_ms},
       "retry_delay_out_of_bounds",
       "this job type allows delays from 1 s to 1 h"},
      {{.cap = 2_h}, "retry_delay_out_of_bounds", "this job type allows delays from 1 s to 1 h"},
      {{.initial = pawl::duration_ms{-1}},
       "retry_delay_out_of_bounds",
       "this job type allows delays from 1 s to 1 h"},
      {{.initial = 31_s},
       "retry_cap_below_initial",
       "the longest delay must not be shorter than the first one"},
      {{.initial = 5_s, .cap = 4_s},
       "retry_cap_below_initial",
       "the longest delay must not be shorter than the first one"},
      {{.multiplier = 4.5},
       "retry_multiplier_out_of_bounds",
       "this job type allows multipliers from 1 to 4"},
      {{.multiplier = 0.9},
       "retry_multiplier_out_of_bounds",
       "this job type allows multipliers from 1 to 4"},
  };
  for (const refusal& each : refusals) {
    const auto verdict = apply<open>(each.wanted);
    CHECK(!verdict);
    CHECK(verdict.code() == each.code);
    CHECK(sentence(verdict) == each.sentence);
  }
}

TEST_CASE("what a type does not offer cannot be overridden", "[SVC-04]") {
  CHECK(apply<strict>({.initial = 2_s}).code() == "retry_delay_not_overridable");
  CHECK(sentence(apply<strict>({.cap = 30_s})) ==
        "this job type does not let a submission choose this delay");
  CHECK(apply<strict>({.multiplier = 2}).code() == "retry_multiplier_not_overridable");
  CHECK(sentence(apply<strict>({.multiplier = 2})) ==
        "this job type does not let a submission choose the multiplier");
}

TEST_CASE("a refused override changes nothing, also where it would have been accepted") {
  constexpr auto verdict = apply<open>({.max_attempts = 2, .initial = 5_s, .multiplier = 9});
  STATIC_REQUIRE(!verdict);
  STATIC_REQUIRE(verdict.settings == pawl::settings_of<open>);
}

TEST_CASE("the delay of a fixed backoff is its initial delay") {
  using steady = pawl::retry<pawl::fixed<5_s>, pawl::no_jitter,
                             pawl::overridable<pawl::delays_between<1_s, 1_min>>>;
  constexpr auto slower = apply<steady>({.initial = 1_min});
  STATIC_REQUIRE(delay(slower.settings.plan, 1, 3) == 1_min);
  STATIC_REQUIRE(apply<steady>({.cap = 1_min}).error == override_error::delay_not_overridable);
}

TEST_CASE("a curve keeps its shape and may be given another cap") {
  using staged = pawl::retry<pawl::steps<1_s, 1_min>, pawl::no_jitter,
                             pawl::overridable<pawl::delays_between<1_s, 1_h>>>;
  STATIC_REQUIRE(delay(apply<staged>({.cap = 30_s}).settings.plan, 1, 2) == 30_s);
  STATIC_REQUIRE(apply<staged>({.initial = 2_s}).error == override_error::delay_not_overridable);
}

TEST_CASE("a policy without overrides of its own allows fewer attempts only") {
  using pawl::testing::retry_archetype;
  STATIC_REQUIRE(static_cast<bool>(apply<retry_archetype>({.max_attempts = 1})));
  STATIC_REQUIRE(!apply<retry_archetype>({.max_attempts = 2}));
  STATIC_REQUIRE(!apply<retry_archetype>({.cap = 1_s}));
}

}  // namespace
