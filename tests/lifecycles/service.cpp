// SPDX-License-Identifier: BSL-1.0
#include <pawl/lifecycles/service.hpp>
#include <pawl/testing/lifecycle.hpp>

#include "support/catch.hpp"
#include "support/specification.hpp"

namespace {

using pawl::facts;
using pawl::lifecycles::service;
using namespace pawl::testing;
using enum service::state;
using enum service::event;

// [SVC-02] The allowed rows, one by one.
static_assert(leads_to<service, pending, start, running>);
static_assert(leads_to<service, pending, cancel, canceled>);
static_assert(leads_to<service, running, succeed, succeeded>);
static_assert(leads_to<service, running, fail, failed>);
static_assert(leads_to<service, running, lose, failed>);
static_assert(leads_to<service, running, cancel, canceled>);
static_assert(leads_to<service, failed, retry_due, pending>);
static_assert(leads_to<service, failed, retry_due, dead_lettered>);

// [SVC-02] Every other (state, event) pair is forbidden, one by one.
static_assert(forbids<service, pending, succeed> && forbids<service, pending, fail> &&
              forbids<service, pending, lose> && forbids<service, pending, retry_due>);
static_assert(forbids<service, running, start> && forbids<service, running, retry_due>);
static_assert(forbids<service, failed, start> && forbids<service, failed, succeed> &&
              forbids<service, failed, fail> && forbids<service, failed, lose> &&
              forbids<service, failed, cancel>);
static_assert(forbids<service, succeeded, start> && forbids<service, succeeded, succeed> &&
              forbids<service, succeeded, fail> && forbids<service, succeeded, lose> &&
              forbids<service, succeeded, retry_due> && forbids<service, succeeded, cancel>);
static_assert(forbids<service, canceled, start> && forbids<service, canceled, succeed> &&
              forbids<service, canceled, fail> && forbids<service, canceled, lose> &&
              forbids<service, canceled, retry_due> && forbids<service, canceled, cancel>);
static_assert(forbids<service, dead_lettered, start> && forbids<service, dead_lettered, succeed> &&
              forbids<service, dead_lettered, fail> && forbids<service, dead_lettered, lose> &&
              forbids<service, dead_lettered, retry_due> &&
              forbids<service, dead_lettered, cancel>);
static_assert(terminal<service, succeeded> && terminal<service, canceled> &&
              terminal<service, dead_lettered>);

TEST_CASE("a service job has exactly the specified transitions", "[SVC-02]") {
  STATIC_REQUIRE(support::connects_exactly<service>({{pending, running},
                                                     {running, succeeded},
                                                     {running, failed},
                                                     {running, canceled},
                                                     {pending, canceled},
                                                     {failed, pending},
                                                     {failed, dead_lettered}}));
  STATIC_REQUIRE(support::refuses_the_rest_at_run_time<service>());
}

TEST_CASE("a failed service job waits, and its retry or its end comes when the wait is over",
          "[SVC-02]") {
  CHECK(pawl::kind_of<service>(failed) == pawl::kind::waiting);
  CHECK(pawl::kind_of<service>(dead_lettered) == pawl::kind::dead);
  constexpr auto after = [](facts known) {
    return pawl::decide<service>(failed, retry_due, known).state();
  };
  STATIC_REQUIRE(after({.attempt = 1, .max_attempts = 3, .retryable = true}) == pending);
  STATIC_REQUIRE(after({.attempt = 3, .max_attempts = 3, .retryable = true}) == dead_lettered);
  STATIC_REQUIRE(after({.attempt = 1, .max_attempts = 3, .retryable = false}) == dead_lettered);
}

}  // namespace
