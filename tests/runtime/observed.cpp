// SPDX-License-Identifier: BSL-1.0
// What an engine tells about itself: metrics, logs, traces.
#include <pawl/observe/prometheus.hpp>
#include <pawl/observe/span.hpp>

#include "bench.hpp"

namespace {

using namespace runtime_test;

/// The value of one line of the metrics; empty if there is none.
template <class Bench>
std::string value_of(Bench& b, const std::string& series) {
  const std::string text = "\n" + to_prometheus(b.jobs.metrics());
  const auto at = text.find("\n" + series + " ");
  if (at == std::string::npos) return {};
  const auto from = at + series.size() + 2;
  return text.substr(from, text.find('\n', from) - from);
}

}  // namespace

TEMPLATE_TEST_CASE("a job runs from when its work begins, and how long it was held is measured",
                   "[STAT-12]", PAWL_RUNTIME_STORES) {
  bench<index_subject, TestType> b;
  *b.handler.act = [](index_subject::context&, status_jobs::index_input) {
    return index_subject::outcome<void>();
  };
  const auto job = b.submit(status_jobs::index_input{"s1"});
  b.engine->dispatch_once();
  // Taken: in the hands of a process, of which its status says nothing.
  CHECK(b.record(job).phase == pawl::phase::held);
  CHECK(b.record(job).state == "Queued");
  CHECK_FALSE(b.record(job).started_at);
  CHECK(b.record(job).attempt == 0);
  const std::string type = R"({job_type="subject.index"})";
  CHECK(value_of(b, "pawl_held_seconds_count" + type) == "0");
  b.clock.advance(3s);
  const pawl::instant begun = b.jobs.store().now();
  CHECK(b.engine->enter_one());
  b.clock.advance(2s);
  b.engine->dispatch_once();
  CHECK(b.record(job).state == "Running");
  CHECK(b.record(job).started_at == begun);
  CHECK(value_of(b, "pawl_held_seconds_count" + type) == "1");
  CHECK(value_of(b, "pawl_held_seconds_sum" + type) == "3");
  CHECK(value_of(b, "pawl_queue_wait_seconds_sum" + type) == "3");
}

TEST_CASE("a document that is cancelled while it runs has failed, and is counted by why",
          "[DOC-14]") {
  bench<process> b;
  pawl::job_id running;
  *b.handler.act = [&](process::context&, document_jobs::document_input) -> process::outcome<void> {
    CHECK(b.me.cancel(running, "not needed") == false);
    return pawl::cancelled;
  };
  const auto job = b.submit(document_jobs::document_input{"ref"});
  running = job.id;
  b.engine->run_until_idle();
  const pawl::job_record failed = b.record(job);
  CHECK(failed.state == "FAILED");
  CHECK(failed.error->code == "cancelled");
  CHECK(failed.error->message == "not needed");
  CHECK(failed.public_code() == "PROCESS_CANCELLED");
  const std::string type = R"({job_type="document.process")";
  CHECK(value_of(b, "job_failure_total" + type + R"(,error_class="cancelled"})") == "1");
  CHECK(b.jobs.metrics().of("document.process").failure_share() == 0.0);  // no fault of the job's
}

TEST_CASE("the life of jobs is counted under the specified names", "[DECK-18][DECK-34]") {
  bench<convert> b;
  *b.handler.act = [&](convert::context& ctx,
                       deck_jobs::convert_input in) -> convert::outcome<deck_jobs::convert_output> {
    ctx.enter<"extracting">();
    b.clock.advance(2s);
    ctx.enter<"normalizing">();
    b.clock.advance(1s);
    if (in.source_uri == "transient" && ctx.attempt() == 1)
      return convert::fail<pawl::error::transient_storage>("again");
    if (in.source_uri == "bad") return convert::fail<pawl::error::validation_error>("no");
    return deck_jobs::convert_output{"deck", 3};
  };
  b.submit(deck_jobs::convert_input{"d1", "good"});
  b.submit(deck_jobs::convert_input{"d2", "transient"});
  b.submit(deck_jobs::convert_input{"d3", "bad"});
  const auto gone = b.submit(deck_jobs::convert_input{"d4", "good"});
  CHECK(b.me.cancel(gone.id) == true);
  b.live_on(3);

  const std::string convert_type = R"({job_type="deck.convert")";
  const auto value = [&](const std::string& name, const std::string& more = {}) {
    return value_of(b, name + convert_type + more + "}");
  };
  CHECK(value("job_enqueue_total") == "4");
  CHECK(value("job_start_total") == "3");
  CHECK(value("job_in_progress") == "0");
  CHECK(value("job_canceled_total") == "1");
  CHECK(value("job_retry_total", R"(,error_class="transient_storage")") == "1");
  CHECK(value("job_failure_total", R"(,error_class="validation_error")") == "1");
  CHECK(value("job_attempts_count") == "4");
  CHECK(value("job_duration_seconds_count", R"(,outcome="succeeded")") == "2");
  CHECK(value("job_duration_seconds_count", R"(,outcome="failed")") == "1");
  CHECK(value("job_stage_time_seconds_count", R"(,stage="extracting")") == "4");
  CHECK(value("job_stage_time_seconds_sum", R"(,stage="extracting")") == "8");
  CHECK(value("job_stage_time_seconds_sum", R"(,stage="normalizing")") == "4");
  b.engine->maintain_once();
  CHECK(value("pawl_queue_depth") == "0");
  CHECK(value_of(b, "pawl_workers_busy") == "0");
}

TEST_CASE("shed jobs are counted, and told to come again", "[DECK-27]") {
  bench<report> b(bench<report>::make(), {.workers = 1, .high_watermark = 3});
  b.me = b.jobs.as({.tenant = "acme", .user = "ann", .organisation = {}});
  for (int i = 0; i < 3; ++i) b.submit(alfki);
  const auto shed = b.me.submit<report>(alfki);
  CHECK(shed.error().code == pawl::storage::errc::queue_overloaded);
  CHECK(pawl::storage::is_transient(shed.error().code));
  CHECK(value_of(b, R"(pawl_jobs_shed_total{job_type="acme.report.v1"})") == "1");
}

TEST_CASE("each attempt is a span under its submitter's trace", "[SVC-35]") {
  const std::string trace = "4bf92f3577b34da6a3ce929d0e0e4736";
  const std::string submitted_in = "00-" + trace + "-00f067aa0ba902b7-01";
  std::vector<pawl::observe::span> spans;
  std::vector<std::string> handed_on;
  bench<report> b(bench<report>::make(), {.workers = 1, .spans = [&](const auto& each) {
                                            spans.push_back(each);
                                            throw std::runtime_error("a sink that fails");
                                          }});
  *b.handler.act =
      [&](report::context& ctx,
          const service_jobs::report_input&) -> report::outcome<service_jobs::report_output> {
    handed_on.emplace_back(ctx.traceparent());
    if (ctx.attempt() == 1) return report::fail<pawl::error::network_timeout>("no answer");
    return service_jobs::report_output{"url"};
  };
  const auto job = b.me.submit<report>({"c", 2026}, {.traceparent = submitted_in}).value();
  b.live_on(3);
  REQUIRE(b.me.status(job.id)->state == "succeeded");

  REQUIRE(spans.size() == 2);
  for (std::size_t i = 0; i < 2; ++i) {
    CHECK(spans[i].trace == trace);
    CHECK(spans[i].parent == "00f067aa0ba902b7");
    CHECK(spans[i].id.size() == 16);
    CHECK(spans[i].job == job.id);
    CHECK(spans[i].handler == "acme.report.v1");
    CHECK(spans[i].tenant == "acme");
    CHECK(spans[i].attempt == i + 1);
    CHECK(spans[i].began <= spans[i].ended);
    CHECK(handed_on[i] == "00-" + trace + "-" + spans[i].id + "-01");
  }
  CHECK(spans[0].id != spans[1].id);
  CHECK((spans[0].failed() && spans[0].error == "network_timeout" && spans[0].state == "failed"));
  CHECK((!spans[1].failed() && spans[1].state == "succeeded"));

  b.me.submit<report>({"c", 2027}).value();
  b.live_on(3);
  REQUIRE(spans.size() > 2);
  CHECK((spans[2].parent.empty() && spans[2].trace.size() == 32 && spans[2].trace != trace));
}

TEST_CASE("trace and correlation come from the submission to the handler") {
  bench<report> b;
  std::string seen;
  *b.handler.act = [&](report::context& ctx, report_input) -> report::outcome<report_output> {
    seen = std::string(ctx.traceparent()) + ' ' + std::string(ctx.correlation());
    return report_output{};
  };
  b.submit(alfki, {.correlation = "order 7",
                   .traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"});
  b.engine->run_until_idle();
  CHECK(seen == "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01 order 7");
}

TEST_CASE("a log or an alarm that throws does not take the engine with it") {
  auto handler = bench<convert>::make();
  *handler.act = [](convert::context&,
                    deck_jobs::convert_input) -> convert::outcome<deck_jobs::convert_output> {
    throw 7;
  };
  manual_clock clock;
  pawl::service jobs{on_memory{}.make(clock), handler};
  auto engine = pawl::testing::stepped_engine(
      jobs, {.log = [](const pawl::observe::log_entry&) { throw std::runtime_error("disk"); },
             .escalate = [](const pawl::escalation&) { throw std::runtime_error("pager"); }});
  REQUIRE(engine->enrol());
  const auto me = jobs.as({.tenant = "acme", .user = "ann", .organisation = {}});
  const auto job = me.submit<convert>({"d", "s"});
  engine->run_until_idle();
  CHECK(me.status(*job)->error->code == "internal_bug");
}

TEMPLATE_TEST_CASE(
    "a job whose handler is unknown here stays pending, visible, until a process has it",
    "[SVC-17]", PAWL_RUNTIME_STORES) {
  struct other : pawl::job<"test.other", pawl::lifecycles::service> {
    outcome<void> operator()(context&, report_input) const { return {}; }
  };
  manual_clock clock;
  const TestType place{};
  auto handler = bench<report>::make();
  *handler.act = [](report::context&, report_input) -> report::outcome<report_output> {
    return report_output{"known"};
  };
  pawl::service jobs{place.make(clock), handler, other{}};
  // An engine that knows one of the two types only.
  const auto metrics = std::make_shared<pawl::observe::metrics>();
  const other its_handler;
  pawl::runtime::engine partly(jobs.store(), {pawl::runtime::runner_of(its_handler)}, {}, metrics);
  REQUIRE(partly.enrol());
  const auto me = jobs.as({.tenant = "acme", .user = "ann", .organisation = {}});
  const auto unknown = me.template submit<report>(alfki);
  const auto known = me.template submit<other>(alfki);
  partly.run_until_idle();
  CHECK(me.status(*known)->state == "succeeded");
  CHECK(me.status(*unknown)->state == "pending");
  CHECK(me.list()->jobs.size() == 2);
  auto wholly = pawl::testing::stepped_engine(jobs);
  REQUIRE(wholly->enrol());
  wholly->run_until_idle();
  CHECK(me.status(*unknown)->state == "succeeded");
}

TEMPLATE_TEST_CASE("a job whose handler has gone while it ran waits until a process has it again",
                   "[SVC-17][SVC-15]", PAWL_RUNTIME_STORES) {
  struct other : pawl::job<"test.other", pawl::lifecycles::service> {
    outcome<void> operator()(context&, report_input) const { return {}; }
  };
  manual_clock clock;
  const TestType place{};
  auto handler = bench<report>::make();
  *handler.act = [](report::context& ctx, report_input) -> report::outcome<report_output> {
    return report_output{"attempt " + std::to_string(ctx.attempt())};
  };
  pawl::service jobs{place.make(clock), handler, other{}};
  const auto me = jobs.as({.tenant = "acme", .user = "ann", .organisation = {}});
  const auto job = me.template submit<report>(alfki).value();
  {
    // It is lost in the middle of the job, and does not say so.
    auto doomed = pawl::testing::stepped_engine(jobs, {.workers = 1});
    REQUIRE(doomed->enrol());
    doomed->dispatch_once();
    REQUIRE(doomed->enter_one());
    REQUIRE(me.status(job)->state == "running");
  }
  // Those who are left do not have the handler.
  const auto metrics = std::make_shared<pawl::observe::metrics>();
  const other its_handler;
  pawl::runtime::engine partly(jobs.store(), {pawl::runtime::runner_of(its_handler)}, {}, metrics);
  REQUIRE(partly.enrol());
  for (int i = 0; i < 3; ++i) {
    clock.advance(2min);
    partly.keep_once();
    partly.maintain_once();
    partly.run_until_idle();
  }
  const auto waits = me.status(job);
  REQUIRE(waits);
  CHECK_FALSE(pawl::is_terminal(waits->kind));
  CHECK(waits->phase != pawl::phase::running);
  CHECK(waits->error->code == "worker_lost");
  auto wholly = pawl::testing::stepped_engine(jobs);
  REQUIRE(wholly->enrol());
  wholly->run_until_idle();
  CHECK(me.result(job)->url == "attempt 2");
}
