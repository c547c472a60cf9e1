// SPDX-License-Identifier: BSL-1.0
#include <pawl/lifecycles/deck.hpp>
#include <pawl/testing/lifecycle.hpp>

#include "support/catch.hpp"
#include "support/specification.hpp"

namespace {

using pawl::facts;
using pawl::lifecycles::deck;
using namespace pawl::testing;
using enum deck::state;
using enum deck::event;

// [DECK-01] The allowed rows of the formal state machine, one by one.
static_assert(leads_to<deck, pending, start, running>);
static_assert(leads_to<deck, pending, cancel, canceled>);
static_assert(leads_to<deck, running, succeed, succeeded>);
static_assert(leads_to<deck, running, fail, running>);
static_assert(leads_to<deck, running, fail, failed>);
static_assert(leads_to<deck, running, cancel, canceled>);
static_assert(leads_to<deck, running, lose, pending>);
static_assert(leads_to<deck, running, lose, failed>);

// [DECK-01] Every other (state, event) pair is forbidden, one by one.
static_assert(forbids<deck, pending, succeed>);
static_assert(forbids<deck, pending, fail>);
static_assert(forbids<deck, pending, lose>);
static_assert(forbids<deck, running, start>);
static_assert(forbids<deck, succeeded, start> && forbids<deck, succeeded, succeed> &&
              forbids<deck, succeeded, fail> && forbids<deck, succeeded, cancel> &&
              forbids<deck, succeeded, lose>);
static_assert(forbids<deck, failed, start> && forbids<deck, failed, succeed> &&
              forbids<deck, failed, fail> && forbids<deck, failed, cancel> &&
              forbids<deck, failed, lose>);
static_assert(forbids<deck, canceled, start> && forbids<deck, canceled, succeed> &&
              forbids<deck, canceled, fail> && forbids<deck, canceled, cancel> &&
              forbids<deck, canceled, lose>);
static_assert(terminal<deck, succeeded> && terminal<deck, failed> && terminal<deck, canceled>);

TEST_CASE("a deck job has exactly the specified transitions", "[DECK-01]") {
  STATIC_REQUIRE(support::allows_exactly<deck>({{pending, start, running},
                                                {pending, cancel, canceled},
                                                {running, succeed, succeeded},
                                                {running, fail, running},
                                                {running, fail, failed},
                                                {running, cancel, canceled},
                                                {running, lose, pending},
                                                {running, lose, failed}}));
  STATIC_REQUIRE(support::refuses_the_rest_at_run_time<deck>());
}

TEST_CASE("a deck job starts pending and is stored under the specified names", "[DECK-01]") {
  CHECK(pawl::initial<deck> == pending);
  CHECK(pawl::states<deck>().size() == 5);
  CHECK(pawl::name_of(pending) == "pending");
  CHECK(pawl::name_of(running) == "running");
  CHECK(pawl::name_of(succeeded) == "succeeded");
  CHECK(pawl::name_of(failed) == "failed");
  CHECK(pawl::name_of(canceled) == "canceled");
}

TEST_CASE("a failing deck job stays running while attempts are left and the error is retryable") {
  constexpr auto after = [](facts known) {
    return pawl::decide<deck>(running, fail, known).state();
  };
  STATIC_REQUIRE(after({.attempt = 1, .max_attempts = 3, .retryable = true}) == running);
  STATIC_REQUIRE(after({.attempt = 2, .max_attempts = 3, .retryable = true}) == running);
  STATIC_REQUIRE(after({.attempt = 3, .max_attempts = 3, .retryable = true}) == failed);
  STATIC_REQUIRE(after({.attempt = 1, .max_attempts = 3, .retryable = false}) == failed);
}

TEST_CASE("a deck job whose worker is lost goes back to pending, or fails after its last attempt") {
  STATIC_REQUIRE(pawl::decide<deck>(running, lose, {.attempt = 2, .max_attempts = 3}).state() ==
                 pending);
  STATIC_REQUIRE(pawl::decide<deck>(running, lose, {.attempt = 3, .max_attempts = 3}).state() ==
                 failed);
}

}  // namespace
