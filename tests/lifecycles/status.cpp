// SPDX-License-Identifier: BSL-1.0
#include <pawl/lifecycles/status.hpp>
#include <pawl/testing/lifecycle.hpp>

#include "support/catch.hpp"
#include "support/specification.hpp"

namespace {

using pawl::facts;
using pawl::lifecycles::status;
using namespace pawl::testing;
using enum status::state;
using enum status::event;

// [STAT-01] The allowed rows, one by one.
static_assert(leads_to<status, Queued, start, Running>);
static_assert(leads_to<status, Queued, cancel, Cancelled>);
static_assert(leads_to<status, Running, succeed, Completed>);
static_assert(leads_to<status, Running, fail, Running>);
static_assert(leads_to<status, Running, fail, Poisoned>);
static_assert(leads_to<status, Running, fail, Failed>);
static_assert(leads_to<status, Running, lose, Running>);
static_assert(leads_to<status, Running, lose, Poisoned>);
static_assert(leads_to<status, Running, cancel, Cancelled>);

TEST_CASE("a job under the status contract has exactly the specified transitions", "[STAT-01]") {
  STATIC_REQUIRE(support::allows_exactly<status>({{Queued, start, Running},
                                                  {Queued, cancel, Cancelled},
                                                  {Running, succeed, Completed},
                                                  {Running, fail, Running},
                                                  {Running, fail, Poisoned},
                                                  {Running, fail, Failed},
                                                  {Running, lose, Running},
                                                  {Running, lose, Poisoned},
                                                  {Running, cancel, Cancelled}}));
  STATIC_REQUIRE(terminal<status, Completed> && terminal<status, Failed> &&
                 terminal<status, Poisoned> && terminal<status, Cancelled>);
  STATIC_REQUIRE(support::refuses_the_rest_at_run_time<status>());
}

TEST_CASE("a job that exhausts its retries is poisoned; a fatal error fails it") {
  constexpr auto after = [](facts known) {
    return pawl::decide<status>(Running, fail, known).state();
  };
  STATIC_REQUIRE(after({.attempt = 1, .max_attempts = 3, .retryable = true}) == Running);
  STATIC_REQUIRE(after({.attempt = 3, .max_attempts = 3, .retryable = true}) == Poisoned);
  STATIC_REQUIRE(after({.attempt = 1, .max_attempts = 3, .retryable = false}) == Failed);
  STATIC_REQUIRE(after({.attempt = 3, .max_attempts = 3, .retryable = false}) == Failed);
  STATIC_REQUIRE(pawl::decide<status>(Running, lose, {.attempt = 1, .max_attempts = 2}).state() ==
                 Running);
  STATIC_REQUIRE(pawl::decide<status>(Running, lose, {.attempt = 2, .max_attempts = 2}).state() ==
                 Poisoned);
}

}  // namespace
