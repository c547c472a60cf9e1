// SPDX-License-Identifier: BSL-1.0
#include <pawl/lifecycle/simulate.hpp>

#include "lifecycle/turnstile.hpp"
#include "support/catch.hpp"

namespace {

using pawl::simulate;
using pawl::try_simulate;
using pawl::when;
using support::turnstile;
using enum turnstile::state;
using enum turnstile::event;

TEST_CASE("a whole life can be lived in a static_assert") {
  constexpr auto job =
      simulate<turnstile>(start, when(fail, {.attempt = 1, .max_attempts = 2, .retryable = true}),
                          when(fail, {.error = "jam"}), repair, start, succeed);
  STATIC_REQUIRE(static_cast<bool>(job));
  STATIC_REQUIRE(job.state() == passed);
  STATIC_REQUIRE(job.taken() == 6);
  STATIC_REQUIRE(job.last().event() == succeed);
  constexpr turnstile::state passed_through[] = {idle, turning, turning, jammed,
                                                 idle, turning, passed};
  REQUIRE(job.trace().size() == 7);
  for (std::size_t i = 0; i < 7; ++i) CHECK(job.trace()[i] == passed_through[i]);
}

TEST_CASE("a simulation stops at the first refused event and says why") {
  constexpr auto job = try_simulate<turnstile>(start, start, succeed);
  STATIC_REQUIRE(!job);
  STATIC_REQUIRE(job.state() == turning);
  STATIC_REQUIRE(job.taken() == 1);
  STATIC_REQUIRE(job.last().forbidden());
  STATIC_REQUIRE(job.last().message().view() ==
                 "a job in state turning does not accept event start; it accepts only succeed, "
                 "fail, lose, cancel");
}

TEST_CASE("a guarded event without facts ends a simulation too") {
  STATIC_REQUIRE(try_simulate<turnstile>(start, fail).last().needs_facts());
}

TEST_CASE("nothing happening leaves a job in its initial state") {
  STATIC_REQUIRE(simulate<turnstile>().state() == idle);
  STATIC_REQUIRE(static_cast<bool>(simulate<turnstile>()));
}

}  // namespace
