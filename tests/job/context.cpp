// SPDX-License-Identifier: BSL-1.0
#include <pawl/job/context.hpp>

#include <pawl/testing/recorded_attempt.hpp>

#include "job/sample.hpp"
#include "support/catch.hpp"

namespace {

using pawl::testing::recorded_attempt;
using support::buy;
using support::order;

TEST_CASE("a handler enters stages, reports progress, audits, logs and saves a checkpoint") {
  recorded_attempt run;
  buy::context ctx(run);
  const auto result = buy{}(ctx, order{"tea", 2});
  REQUIRE(result.has_value());
  CHECK(result.value().number == "2");
  CHECK(run.stage == "packing");
  CHECK(run.progress == 40);
  CHECK(run.messages == std::vector<std::string>{"half paid"});
  REQUIRE(run.audits.size() == 1);
  CHECK(run.audits[0].field == "card");
  CHECK(run.audits[0].value == "visa");
  CHECK(run.logs == std::vector<std::string>{"packed"});
  CHECK(run.saved == R"({"line":2})");
}

TEST_CASE("a later attempt is given the checkpoint of an earlier one", "[SVC-16]") {
  recorded_attempt run;
  run.saved = R"({"line":40})";
  buy::context ctx(run);
  CHECK(buy{}(ctx, order{"tea", 2}).value().number == "42");
}

TEST_CASE("a checkpoint of another form is no checkpoint") {
  recorded_attempt run;
  run.saved = R"({"row":40})";
  buy::context ctx(run);
  CHECK_FALSE(ctx.checkpoint());
}

TEST_CASE("a handler sees that it is asked to stop, and that its lease is lost") {
  recorded_attempt run;
  run.stop.request_stop();
  buy::context ctx(run);
  // Between two stages, or before the first, a handler that should stop is left.
  CHECK_THROWS_AS(static_cast<void>(buy{}(ctx, order{"tea", 2})), pawl::stopped);
  CHECK(run.stage.empty());
  CHECK_THROWS_AS(ctx.stop_here(), pawl::stopped);

  recorded_attempt lost;
  lost.lease_lost = true;
  buy::context late(lost);
  CHECK(buy{}(late, order{"tea", 2}).is_cancelled());
}

TEST_CASE("a handler finds what was made before it", "[VID-21]") {
  recorded_attempt run;
  run.stored = {{"draft", "first"}, {"draft", "second"}};
  buy::context ctx(run);
  CHECK(ctx.artifact("draft") == "second");
  CHECK(ctx.artifact("audio") == std::nullopt);
  ctx.artifact("draft", "third");
  CHECK(ctx.artifact("draft") == "third");
  CHECK(run.artifacts.size() == 1);
}

TEST_CASE("a handler is told who asked, which attempt this is and under which fence") {
  recorded_attempt run;
  run.attempt_number = 3;
  run.epoch = 17;
  run.trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
  const buy::context ctx(run);
  CHECK(ctx.attempt() == 3);
  CHECK(ctx.fence() == 17);
  CHECK(ctx.requested_by().tenant == "tenant");
  CHECK(ctx.traceparent() == run.trace);
  CHECK(ctx.job_id() == run.id);
}

}  // namespace
