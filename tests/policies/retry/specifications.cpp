// SPDX-License-Identifier: BSL-1.0
// The retry tables of the specifications, read line by line.
#include <pawl/lifecycles/deck.hpp>
#include <pawl/lifecycles/document.hpp>
#include <pawl/lifecycles/video.hpp>
#include <pawl/policies/retry.hpp>
#include <pawl/testing/retry_laws.hpp>

#include "support/catch.hpp"

namespace {

using namespace pawl::literals;
using namespace pawl::error;
using pawl::bounds;
using pawl::delay_bounds;

/// What a set may fail with and what its policy makes of it.
template <class Errors, class Retry>
struct job {
  using errors = Errors;
  using retry = Retry;
  using table = pawl::retry_classification<Errors, Retry>;

  template <class... Classes>
  static constexpr bool retries = (table::template is_retryable<Classes>() && ...);
  template <class... Classes>
  static constexpr bool never_retries = (!table::template is_retryable<Classes>() && ...);

  /// How many of the declared classes, the implicit ones aside, are retried.
  static constexpr unsigned retried_classes() {
    unsigned count = 0;
    for (const auto& each : table::table())
      count += each.retryable && each.code != "timeout" && each.code != "worker_lost" ? 1U : 0U;
    return count;
  }
  /// The facts that the lifecycle's guards see when an attempt fails with a class.
  template <class Class>
  static constexpr pawl::facts failing(unsigned attempt) {
    return {.attempt = attempt,
            .max_attempts = Retry::max_attempts,
            .retryable = table::template is_retryable<Class>(),
            .error = Class::code};
  }
};

// --- Slide decks: Retry & Backoff Policy -----------------------------------------------------

using convert =
    job<pawl::errors<transient_storage, network_timeout, ai_rate_limit, validation_error,
                     unsupported_format, quota_exceeded, internal_bug, corruption_detected>,
        pawl::retry<pawl::attempts<3>, pawl::exponential<2_s, 30_s>, pawl::full_jitter,
                    pawl::retry_on<transient_storage, network_timeout, ai_rate_limit>>>;

// `export` is a keyword.
using export_ = job<pawl::errors<transient_storage, network_timeout, validation_error,
                                 unsupported_format, quota_exceeded, corruption_detected>,
                    pawl::retry<pawl::attempts<3>, pawl::exponential<2_s, 30_s>, pawl::full_jitter,
                                pawl::retry_on<transient_storage, network_timeout>>>;

using ai =
    job<pawl::errors<model_overloaded, network_timeout, validation_error, unsupported_format,
                     quota_exceeded, corruption_detected>,
        pawl::retry<pawl::attempts<2>, pawl::exponential<1_s, 10_s>, pawl::decorrelated_jitter,
                    pawl::retry_on<model_overloaded, network_timeout>>>;

// [DECK-05] Retryable error classes.
static_assert(convert::retries<transient_storage, network_timeout, ai_rate_limit>);
static_assert(convert::retried_classes() == 3);
static_assert(export_::retries<transient_storage, network_timeout>);
static_assert(export_::retried_classes() == 2);
static_assert(ai::retries<model_overloaded, network_timeout>);
static_assert(ai::retried_classes() == 2);

// [DECK-05] Max attempts.
static_assert(convert::retry::max_attempts == 3);
static_assert(export_::retry::max_attempts == 3);
static_assert(ai::retry::max_attempts == 2);

// [DECK-05] Exponential, base 2 s, cap 30 s, full jitter: 0 to 1 times the delay.
static_assert(bounds(convert::retry::plan, 1) == delay_bounds{1_ms, 2_s});
static_assert(bounds(convert::retry::plan, 2) == delay_bounds{1_ms, 4_s});
static_assert(bounds(convert::retry::plan, 3) == delay_bounds{1_ms, 8_s});
static_assert(bounds(convert::retry::plan, 4) == delay_bounds{1_ms, 16_s});
static_assert(bounds(convert::retry::plan, 5) == delay_bounds{1_ms, 30_s});
static_assert(export_::retry::plan == convert::retry::plan);

// [DECK-05] Exponential, base 1 s, cap 10 s, decorrelated jitter.
static_assert(bounds(ai::retry::plan, 1) == delay_bounds{1_s, 3_s});
static_assert(bounds(ai::retry::plan, 2) == delay_bounds{1_s, 9_s});
static_assert(bounds(ai::retry::plan, 3) == delay_bounds{1_s, 10_s});
static_assert(ai::retry::plan.jitter.decorrelated);

// Non-retryable classes; internal_bug escalates.
static_assert(convert::never_retries<validation_error, unsupported_format, quota_exceeded,
                                     internal_bug, corruption_detected>);
static_assert(export_::never_retries<validation_error, unsupported_format, quota_exceeded,
                                     internal_bug, corruption_detected>);
static_assert(ai::never_retries<validation_error, unsupported_format, quota_exceeded, internal_bug,
                                corruption_detected>);
static_assert(convert::table::escalates("internal_bug"));
static_assert(!convert::table::escalates("corruption_detected"));

TEST_CASE("each deck job has the classes, attempts, backoff and jitter of its line", "[DECK-05]") {
  STATIC_REQUIRE(pawl::render::schedule<convert::retry>() ==
                 "attempt 1 → wait 1 ms–2 s\n"
                 "attempt 2 → wait 1 ms–4 s\n"
                 "attempt 3 → the last\n");
  STATIC_REQUIRE(pawl::render::schedule<export_::retry>() ==
                 pawl::render::schedule<convert::retry>());
  STATIC_REQUIRE(pawl::render::schedule<ai::retry>() ==
                 "attempt 1 → wait 1 s–3 s\n"
                 "attempt 2 → the last\n");
}

TEST_CASE("a class that is not retryable fails a deck job at once") {
  using deck = pawl::lifecycles::deck;
  constexpr auto after = [](const pawl::facts& known) {
    return pawl::decide<deck>(deck::state::running, deck::event::fail, known).state();
  };
  STATIC_REQUIRE(after(convert::failing<unsupported_format>(1)) == deck::state::failed);
  STATIC_REQUIRE(after(convert::failing<internal_bug>(1)) == deck::state::failed);
  STATIC_REQUIRE(after(convert::failing<network_timeout>(1)) == deck::state::running);
  STATIC_REQUIRE(after(convert::failing<network_timeout>(2)) == deck::state::running);
  STATIC_REQUIRE(after(convert::failing<network_timeout>(3)) == deck::state::failed);
  STATIC_REQUIRE(after(ai::failing<model_overloaded>(1)) == deck::state::running);
  STATIC_REQUIRE(after(ai::failing<model_overloaded>(2)) == deck::state::failed);
}

// --- Documents: Simple Max Retry Policy ------------------------------------------------------

using document = job<
    pawl::errors<resource_unavailable, deadline_exceeded, queue_overload, dependency_unavailable,
                 invalid_document, unsupported_format, validation_failure, permanent_timeout,
                 configuration_error, resource_limit_exceeded>,
    pawl::retry<pawl::attempts<4>, pawl::fixed<1_s>, pawl::no_jitter>>;

// [DOC-03] Maximum retries: 3, beside the first attempt. Fixed 1-second delay.
static_assert(document::retry::max_attempts - 1 == 3);
static_assert(bounds(document::retry::plan, 1) == delay_bounds{1_s, 1_s});
static_assert(bounds(document::retry::plan, 2) == delay_bounds{1_s, 1_s});
static_assert(bounds(document::retry::plan, 3) == delay_bounds{1_s, 1_s});

// [DOC-05] Retryable and non-retryable failures.
static_assert(document::retries<resource_unavailable, deadline_exceeded, timeout, queue_overload,
                                dependency_unavailable>);
static_assert(
    document::never_retries<invalid_document, unsupported_format, validation_failure,
                            permanent_timeout, configuration_error, resource_limit_exceeded>);

TEST_CASE("a document is retried three times, a second apart; the fourth failure is final",
          "[DOC-03]") {
  using doc = pawl::lifecycles::document;
  constexpr auto after = [](const pawl::facts& known) {
    return pawl::name_of(pawl::decide<doc>(doc::state::RUNNING, doc::event::fail, known).state());
  };
  STATIC_REQUIRE(after(document::failing<resource_unavailable>(1)) == "RETRYING");
  STATIC_REQUIRE(after(document::failing<resource_unavailable>(2)) == "RETRYING");
  STATIC_REQUIRE(after(document::failing<resource_unavailable>(3)) == "RETRYING");
  STATIC_REQUIRE(after(document::failing<resource_unavailable>(4)) == "FAILED");
  STATIC_REQUIRE(pawl::render::schedule<document::retry>() ==
                 "attempts 1–3 → wait 1 s\n"
                 "attempt 4 → the last\n");
}

TEST_CASE("a document that cannot be processed fails at once", "[DOC-05]") {
  using doc = pawl::lifecycles::document;
  STATIC_REQUIRE(pawl::decide<doc>(doc::state::RUNNING, doc::event::fail,
                                   document::failing<invalid_document>(1))
                     .state() == doc::state::FAILED);
  STATIC_REQUIRE(pawl::error_type_name(document::retry::classification<invalid_document>) ==
                 "TERMINAL");
  STATIC_REQUIRE(pawl::error_type_name(document::retry::classification<queue_overload>) ==
                 "RETRYABLE");
}

// --- Video pipeline: Error Taxonomy ----------------------------------------------------------

using video = job<pawl::errors<provider_network_error, temporary_storage_failure, rate_limited,
                               unsupported_codec, provider_permission_denied, corrupted_artifact,
                               schema_validation_failure, policy_violation>,
                  pawl::retry<>>;

TEST_CASE("the video pipeline retries what its taxonomy calls RETRYABLE, in place") {
  STATIC_REQUIRE(
      video::retries<provider_network_error, timeout, temporary_storage_failure, rate_limited>);
  STATIC_REQUIRE(
      video::never_retries<unsupported_codec, provider_permission_denied, corrupted_artifact,
                           schema_validation_failure, policy_violation>);
  using vid = pawl::lifecycles::video;
  constexpr auto after = [](const pawl::facts& known) {
    return pawl::name_of(
        pawl::decide<vid>(vid::state::TRANSCRIBING, vid::event::fail, known).state());
  };
  STATIC_REQUIRE(after(video::failing<rate_limited>(1)) == "TRANSCRIBING");
  STATIC_REQUIRE(after(video::failing<rate_limited>(3)) == "FAILED");
  STATIC_REQUIRE(after(video::failing<unsupported_codec>(1)) == "FAILED");
}

TEST_CASE("every specified policy keeps the laws") {
  CHECK(pawl::testing::broken_retry_law<convert::retry, convert::errors>() == "");
  CHECK(pawl::testing::broken_retry_law<export_::retry, export_::errors>() == "");
  CHECK(pawl::testing::broken_retry_law<ai::retry, ai::errors>() == "");
  CHECK(pawl::testing::broken_retry_law<document::retry, document::errors>() == "");
  CHECK(pawl::testing::broken_retry_law<video::retry, video::errors>() == "");
}

}  // namespace
