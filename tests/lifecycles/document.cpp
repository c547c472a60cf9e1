// SPDX-License-Identifier: BSL-1.0
#include <pawl/lifecycle/simulate.hpp>
#include <pawl/lifecycles/document.hpp>
#include <pawl/testing/lifecycle.hpp>

#include "support/catch.hpp"
#include "support/specification.hpp"

namespace {

using pawl::when;
using pawl::lifecycles::document;
using namespace pawl::testing;
using enum document::state;
using enum document::event;

// [DOC-01] The allowed rows, one by one.
static_assert(leads_to<document, CREATED, submit, QUEUED>);
static_assert(leads_to<document, QUEUED, start, RUNNING>);
static_assert(leads_to<document, QUEUED, cancel, FAILED>);
static_assert(leads_to<document, QUEUED, abort, FAILED>);
static_assert(leads_to<document, RUNNING, succeed, SUCCEEDED>);
static_assert(leads_to<document, RUNNING, fail, RETRYING>);
static_assert(leads_to<document, RUNNING, fail, FAILED>);
static_assert(leads_to<document, RUNNING, lose, RETRYING>);
static_assert(leads_to<document, RUNNING, lose, FAILED>);
static_assert(leads_to<document, RUNNING, cancel, FAILED>);
static_assert(leads_to<document, RETRYING, retry_due, QUEUED>);

TEST_CASE("a document job has exactly the seven specified transitions", "[DOC-01]") {
  STATIC_REQUIRE(support::connects_exactly<document>({{CREATED, QUEUED},
                                                      {QUEUED, RUNNING},
                                                      {RUNNING, SUCCEEDED},
                                                      {RUNNING, FAILED},
                                                      {RUNNING, RETRYING},
                                                      {RETRYING, QUEUED},
                                                      {QUEUED, FAILED}}));
  STATIC_REQUIRE(support::allows_exactly<document>({{CREATED, submit, QUEUED},
                                                    {QUEUED, start, RUNNING},
                                                    {QUEUED, cancel, FAILED},
                                                    {QUEUED, abort, FAILED},
                                                    {RUNNING, succeed, SUCCEEDED},
                                                    {RUNNING, fail, RETRYING},
                                                    {RUNNING, fail, FAILED},
                                                    {RUNNING, lose, RETRYING},
                                                    {RUNNING, lose, FAILED},
                                                    {RUNNING, cancel, FAILED},
                                                    {RETRYING, retry_due, QUEUED}}));
  STATIC_REQUIRE(support::refuses_the_rest_at_run_time<document>());
}

TEST_CASE("the five kinds of invalid transition of a document job are refused", "[DOC-02]") {
  using pawl::next;
  constexpr auto refused = [](document::state from, document::event on) {
    const auto answer = next<document>(from, on);
    return answer.forbidden() && answer.state() == from;
  };
  // A direct reversion: no event leads from QUEUED to CREATED.
  STATIC_REQUIRE(!reaches<document, QUEUED, CREATED>);
  // Backward progression and any way out of a terminal state.
  STATIC_REQUIRE(terminal<document, SUCCEEDED>);
  STATIC_REQUIRE(terminal<document, FAILED>);
  for (auto on : pawl::events<document>()) {
    CHECK(refused(SUCCEEDED, on));
    CHECK(refused(FAILED, on));
  }
  // RUNNING to QUEUED without a retry: only RETRYING leads back.
  STATIC_REQUIRE(!path<document, RUNNING, fail, QUEUED>);
  STATIC_REQUIRE(!path<document, RUNNING, lose, QUEUED>);
  STATIC_REQUIRE(path<document, RUNNING, fail, RETRYING, retry_due, QUEUED>);
  CHECK(refused(RUNNING, submit));
  CHECK(refused(RUNNING, retry_due));
  // CREATED to RUNNING must go through QUEUED.
  CHECK(refused(CREATED, start));
  STATIC_REQUIRE(path<document, CREATED, submit, QUEUED, start, RUNNING>);
}

TEST_CASE("every state of a document job has a path to a terminal one", "[DOC-09]") {
  STATIC_REQUIRE(
      pawl::proven<document>);  // the library proves it; these lines say it again by name
  STATIC_REQUIRE(reaches<document, CREATED, SUCCEEDED> && reaches<document, CREATED, FAILED>);
  STATIC_REQUIRE(reaches<document, QUEUED, SUCCEEDED> && reaches<document, QUEUED, FAILED>);
  STATIC_REQUIRE(reaches<document, RUNNING, SUCCEEDED> && reaches<document, RUNNING, FAILED>);
  STATIC_REQUIRE(reaches<document, RETRYING, SUCCEEDED> && reaches<document, RETRYING, FAILED>);
}

TEST_CASE("a queued document job fails when it is cancelled or when resources run out",
          "[DOC-11]") {
  CHECK(pawl::next<document>(QUEUED, cancel).state() == FAILED);
  CHECK(pawl::next<document>(QUEUED, abort).state() == FAILED);
}

TEST_CASE("three retries are granted and the fourth transient failure is final") {
  constexpr auto failing = [](unsigned attempt) {
    return when(fail, {.attempt = attempt, .max_attempts = 4, .retryable = true});
  };
  constexpr auto job =
      pawl::simulate<document>(submit, start, failing(1), retry_due, start, failing(2), retry_due,
                               start, failing(3), retry_due, start, failing(4));
  STATIC_REQUIRE(static_cast<bool>(job));
  STATIC_REQUIRE(job.state() == FAILED);
}

}  // namespace
