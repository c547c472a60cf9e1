// SPDX-License-Identifier: BSL-1.0
// What the specifications say about the job types, as far as a job type can say it: the engine's
// part is proved where there is an engine.
#include <pawl/codec/hash.hpp>
#include <pawl/job.hpp>
#include <pawl/policies/errors/public_code.hpp>
#include <pawl/policies/limits/key_of.hpp>

#include "../examples/jobs/deck.hpp"
#include "../examples/jobs/document.hpp"
#include "../examples/jobs/service.hpp"
#include "../examples/jobs/status.hpp"
#include "job/sample.hpp"
#include "support/catch.hpp"

namespace {

using namespace pawl;
using namespace pawl::literals;
using deck_jobs::ai_job;
using deck_jobs::convert_job;
using deck_jobs::export_job;
using service_jobs::report_job;

TEST_CASE("one convert job may be active for a document; a second is refused when it is submitted",
          "[DECK-11]") {
  constexpr auto limit = convert_job::limits::all()[0];
  STATIC_REQUIRE(convert_job::limits::count == 1);
  STATIC_REQUIRE(limit.kind == limit_kind::active_jobs && limit.point == limit_point::at_submit);
  STATIC_REQUIRE(limit.key == "document" && limit.count == 1 && !limit.accepts(2));
}

TEST_CASE("two export jobs may be active for a document, or as many as configured; the rest wait",
          "[DECK-12]") {
  constexpr auto limit = export_job::limits::all()[0];
  STATIC_REQUIRE(limit.kind == limit_kind::active_jobs && limit.point == limit_point::at_claim);
  STATIC_REQUIRE(limit.key == "document" && limit.count == 2);
  STATIC_REQUIRE(limit.accepts(1) && limit.accepts(16) && !limit.accepts(0) && !limit.accepts(17));
}

TEST_CASE("ai jobs are limited in rate, per user and per organisation", "[DECK-13]") {
  STATIC_REQUIRE(ai_job::limits::count == 2);
  constexpr auto user = ai_job::limits::all()[0];
  constexpr auto organisation = ai_job::limits::all()[1];
  STATIC_REQUIRE(user.kind == limit_kind::rate && user.key == "user" && user.count == 20);
  STATIC_REQUIRE(organisation.kind == limit_kind::rate && organisation.key == "organisation");

  gcra_state state{};
  int allowed = 0;
  for (int i = 0; i < 30; ++i) {
    const auto answer = gcra(state, 1_h, rate_of(user));
    state = answer.state;
    allowed += answer.allowed ? 1 : 0;
    if (!answer.allowed) CHECK(answer.retry_after == 3_s);  // one of twenty a minute
  }
  CHECK(allowed == 20);
}

TEST_CASE(
    "a key with the same payload is a repeat for 24 h, with another a conflict, and free "
    "afterwards",
    "[DECK-09][DECK-10][SVC-08]") {
  STATIC_REQUIRE(convert_job::idempotency::ttl == 24_h);
  const auto first = payload_hash(deck_jobs::convert_input{"doc-1", "s3://a"});
  const auto same = payload_hash(deck_jobs::convert_input{"doc-1", "s3://a"});
  const auto other = payload_hash(deck_jobs::convert_input{"doc-1", "s3://b"});
  REQUIRE(first);
  REQUIRE(same);
  REQUIRE(other);
  const stored_key<sha256_digest> stored{*first, 1_h};
  const duration_ms ttl = convert_job::idempotency::ttl;
  CHECK(judge_key<sha256_digest>(nullptr, *same, 2_h, ttl) == key_verdict::fresh);
  CHECK(judge_key(&stored, *same, 24_h, ttl) == key_verdict::repeat);
  CHECK(judge_key(&stored, *other, 24_h, ttl) == key_verdict::conflict);
  CHECK(judge_key(&stored, *other, 25_h, ttl) == key_verdict::fresh);
}

TEST_CASE(
    "results and events are kept for a day and dead letters for a week, unless declared otherwise",
    "[DECK-15][SVC-06][SVC-25]") {
  STATIC_REQUIRE(report_job::retention::results >= 24_h);
  STATIC_REQUIRE(report_job::retention::events >= 24_h);
  STATIC_REQUIRE(report_job::retention::dead_letters == 7_d);
  using keeper = job<"keeper", lifecycles::service, retention<keep_results<30_d>>>;
  STATIC_REQUIRE(keeper::retention::results == 30_d);
}

TEST_CASE("a job type has a timeout, and a handler that ignores it is given up later", "[SVC-13]") {
  STATIC_REQUIRE(report_job::timeout::limit == 5_min);
  STATIC_REQUIRE(report_job::timeout::rescue > report_job::timeout::limit);
  STATIC_REQUIRE(job<"default", lifecycles::service>::timeout::limit == 10_min);
}

TEST_CASE("an urgent job comes first, and one of low priority is overtaken only for so long",
          "[DECK-31][SVC-21]") {
  using deck = convert_job::priority;
  STATIC_REQUIRE(deck::count == 2 && deck::name(deck::default_rank) == "normal");
  constexpr auto normal = deck::rank_of<"normal">;
  constexpr auto high = deck::rank_of<"high">;
  STATIC_REQUIRE(sort_key<deck>(1_h, high) < sort_key<deck>(1_h, normal));
  // A normal job that has waited an aging step longer is as urgent as a high one.
  STATIC_REQUIRE(sort_key<deck>(1_h, normal) ==
                 sort_key<deck>({(1_h).count + deck::aging_step.count}, high));
  using service = report_job::priority;
  STATIC_REQUIRE(sort_key<service>(1_h, service::rank_of<"urgent">) <
                 sort_key<service>(1_h, service::rank_of<"low">));
}

TEST_CASE("a job whose dependency failed is cancelled, unless its type says otherwise",
          "[SVC-20]") {
  STATIC_REQUIRE(report_job::dependencies::on_failed == dependents::cancel);
  using anyway = job<"anyway", lifecycles::service,
                     dependencies<on_failed_dependency<dependents::run_anyway>>>;
  STATIC_REQUIRE(anyway::dependencies::on_failed == dependents::run_anyway);
}

TEST_CASE("an ephemeral job is bounded and never stored", "[SVC-29]") {
  using fleeting = job<"fleeting", lifecycles::service, ephemeral<capacity<10>>>;
  STATIC_REQUIRE(fleeting::is_ephemeral && fleeting::durability::capacity == 10);
  STATIC_REQUIRE(!report_job::is_ephemeral);
}

TEST_CASE("inputs are bounded by 1 MiB, and a status record by less", "[SVC-26][STAT-05]") {
  using index = status_jobs::index_job;
  STATIC_REQUIRE(index::payload_limit::input == 1_MiB);
  STATIC_REQUIRE(index::payload_limit::summary <= 64_KiB);
}

TEST_CASE(
    "a job names who requested it, and an ai job its model and tokens; nothing is copied from the "
    "payload",
    "[DECK-23]") {
  STATIC_REQUIRE(ai_job::audit::contains<"model"> && ai_job::audit::contains<"tokenUsage">);
  STATIC_REQUIRE(convert_job::audit::count == 0);
}

TEST_CASE("an unknown handler id finds no job type, so its jobs stay as they are", "[SVC-17]") {
  STATIC_REQUIRE(jobs<support::buy>::find("shop.buy")->handler == "shop.buy");
  STATIC_REQUIRE(jobs<support::buy>::find("shop.sell") == nullptr);
}

TEST_CASE("error codes are stable, and each job type has public ones", "[STAT-08]") {
  STATIC_REQUIRE(error::unsupported_format::code == "unsupported_format");
  STATIC_REQUIRE(error::network_timeout::code == "network_timeout");
  STATIC_REQUIRE(public_code<"convert", error::unsupported_format>() ==
                 "CONVERT_UNSUPPORTED_FORMAT");
}

}  // namespace
