// SPDX-License-Identifier: BSL-1.0
// What is counted of jobs that something else than the end of an attempt has made or moved on: each
// once, and none that did not happen.
#include <pawl/client.hpp>
#include <pawl/observe/prometheus.hpp>
#include <pawl/runtime/engine/counting.hpp>

#include "runtime/fragile_store.hpp"

namespace {

using namespace runtime_test;
namespace observe = pawl::observe;
using pawl::observe::job_outcome;

template <class Bench>
std::string counted(Bench& b, const std::string& name, const std::string& more = {},
                    const std::string& type = "acme.report.v1") {
  return sample(b.jobs.metrics(), name + "{job_type=\"" + type + '"' + more + '}');
}

/// One that fails for good at the first time.
template <class Place>
pawl::job_ref<report> dead_in(bench<report, Place>& b) {
  *b.handler.act = [](report::context&, report_input) -> report::outcome<report_output> {
    return report::fail<service_jobs::bad_input>("never");
  };
  const auto job = b.submit(alfki);
  b.engine->run_until_idle();
  REQUIRE(b.record(job).state == "dead_lettered");
  return job;
}

}  // namespace

TEST_CASE("the kind of its last state says how a job ended") {
  using pawl::kind;
  using pawl::runtime::end_of;
  CHECK(end_of(kind::success, {}, false).outcome == job_outcome::succeeded);
  CHECK(end_of(kind::dead, "x", false).outcome == job_outcome::dead_lettered);
  CHECK(end_of(kind::cancelled, {}, false).outcome == job_outcome::cancelled);
  CHECK(end_of(kind::cancelled, "x", false).outcome == job_outcome::cancelled);
  CHECK(end_of(kind::failure, "x", false).outcome == job_outcome::failed);
  CHECK(end_of(kind::failure, "x", false).error == "x");
  CHECK_FALSE(end_of(kind::failure, "x", false).callers_own);
  CHECK(end_of(kind::failure, "x", true).callers_own);
  // Cancelled, in the words of a lifecycle that has no such state.
  CHECK(end_of(kind::failure, {}, false).outcome == job_outcome::failed);
  CHECK(end_of(kind::failure, {}, false).error == "cancelled");
  CHECK(end_of(kind::failure, {}, false).callers_own);
}

TEMPLATE_TEST_CASE("a submission that is repeated is counted once", "[DECK-18]",
                   PAWL_RUNTIME_STORES) {
  bench<report, TestType> b;
  for (int i = 0; i < 3; ++i) b.submit(alfki, {.key = "k"});
  CHECK(counted(b, "job_enqueue_total") == "1");
  const std::vector<report_input> inputs(2, alfki);
  static_cast<void>(b.me.template submit_all<report>(inputs, {.key = "k"}));
  CHECK(counted(b, "job_enqueue_total") == "1");
}

TEMPLATE_TEST_CASE("a replay is a submission, whether a session or the engine asks for it",
                   "[DECK-18]", PAWL_RUNTIME_STORES) {
  bench<report, TestType> b(bench<report, TestType>::make(),
                            {.workers = 1, .reprocess = pawl::reprocess_options{.after = 1h}});
  const auto dead = dead_in(b);
  CHECK(counted(b, "job_enqueue_total") == "1");
  REQUIRE(b.me.replay(dead.id));
  CHECK(counted(b, "job_enqueue_total") == "2");
  b.engine->run_until_idle();
  REQUIRE(b.me.template replay_all<report>(1)->done == 1);
  CHECK(counted(b, "job_enqueue_total") == "3");
  b.engine->run_until_idle();
  dead_in(b);
  CHECK(counted(b, "job_enqueue_total") == "4");
  b.clock.advance(2h);
  b.engine->maintain_once();
  CHECK(counted(b, "job_enqueue_total") == "5");
}

TEMPLATE_TEST_CASE("a lost job that was to be cancelled is counted as cancelled", "[DECK-18]",
                   PAWL_RUNTIME_STORES) {
  bench<report, TestType> b;
  *b.handler.act = [&](report::context&, report_input) -> report::outcome<report_output> {
    CHECK(b.me.cancel(b.me.list()->jobs.at(0).id) == false);
    // Nobody hears of this process for longer than the lease, and another one looks.
    b.clock.advance(2min);
    b.engine->maintain_once();
    return report_output{};
  };
  const auto job = b.submit(alfki);
  b.engine->run_until_idle();
  REQUIRE(b.record(job).state == "canceled");
  CHECK(counted(b, "job_canceled_total") == "1");
  CHECK(counted(b, "job_failure_total", R"(,error_class="worker_lost")").empty());
  CHECK(counted(b, "job_attempts_count") == "1");
  CHECK(counted(b, "job_duration_seconds_count", R"(,outcome="cancelled")") == "1");
  CHECK(counted(b, "job_duration_seconds_sum", R"(,outcome="cancelled")") == "120");
}

TEMPLATE_TEST_CASE(
    "a job that ends with its lease, in a late heartbeat or at a farewell, is counted", "[DECK-18]",
    PAWL_RUNTIME_STORES) {
  const bool at_farewell = GENERATE(false, true);
  bench<report, TestType> b;
  *b.handler.act = [&](report::context&, report_input) -> report::outcome<report_output> {
    if (at_farewell) {
      pawl::storage::leave op{b.engine->owner()};
      b.jobs.store().apply_one(op);
      REQUIRE(op.answer);
      REQUIRE(op.answer->moved.size() == 1);
      CHECK(op.answer->moved[0].kind == pawl::kind::dead);
      CHECK(op.answer->moved[0].error == "worker_lost");
    } else {
      b.clock.advance(2min);
      b.engine->keep_once();
    }
    return report_output{};
  };
  pawl::submit_options once;
  once.retry.max_attempts = 1;
  const auto job = b.submit(alfki, once);
  b.engine->run_until_idle();
  REQUIRE(b.record(job).state == "dead_lettered");
  if (!at_farewell) {
    CHECK(counted(b, "job_failure_total", R"(,error_class="worker_lost")") == "1");
    CHECK(counted(b, "job_duration_seconds_count", R"(,outcome="dead_lettered")") == "1");
  }
}

TEMPLATE_TEST_CASE("jobs that end because of others are counted", "[DECK-18][SVC-20]",
                   PAWL_RUNTIME_STORES) {
  bench<report, TestType> b;
  const auto first = b.submit(alfki, {.delay = 1h});
  const auto second = b.submit(alfki, {.depends_on = {first.id}});
  const auto third = b.submit(alfki, {.depends_on = {second.id}});
  CHECK(b.me.cancel(first.id) == true);
  REQUIRE(b.record(third).state == "canceled");
  CHECK(counted(b, "job_canceled_total") == "3");
  // One whose fate is known when it is submitted.
  const auto late = b.submit(alfki, {.depends_on = {second.id}});
  REQUIRE(b.record(late).state == "canceled");
  CHECK(counted(b, "job_enqueue_total") == "4");
  CHECK(counted(b, "job_canceled_total") == "4");
  CHECK(counted(b, "job_attempts_count") == "4");
  // And those of one that fails when it runs; more than one commit takes, with the next round.
  *b.handler.act = [](report::context&, report_input) -> report::outcome<report_output> {
    return report::fail<service_jobs::bad_input>("never");
  };
  const auto fails = b.submit(alfki, {.delay = 1s});
  for (int i = 0; i < 130; ++i) b.submit(alfki, {.depends_on = {fails.id}});
  b.clock.advance(1s);
  b.engine->run_until_idle();
  CHECK(counted(b, "job_canceled_total") == "104");
  b.engine->maintain_once();
  CHECK(counted(b, "job_canceled_total") == "134");
}

TEMPLATE_TEST_CASE("a job that is ended from outside is counted", "[DECK-18]",
                   PAWL_RUNTIME_STORES) {
  using upload = pawl::lifecycles::video;  // g++ 12 fails to see through its `using enum` in here
  bench<instruct, TestType> b;
  const auto of = [&](const std::string& name, const std::string& more = {}) {
    return counted(b, name, more, std::string(std::string_view(pawl::type_of<instruct>.handler)));
  };
  const auto gone = b.submit(video_jobs::video_input{"s3://film"});
  REQUIRE(b.me.raise(gone, upload::event::cancel));
  REQUIRE(b.record(gone).state == "CANCELLED");
  CHECK(of("job_canceled_total") == "1");

  const auto bad = b.submit(video_jobs::video_input{"s3://film"});
  pawl::storage::raise failed{.scope = pawl::storage::scope::tenant("acme"), .id = bad.id};
  failed.target = "FAILED";
  failed.error = pawl::failure_info{.code = "unsupported_codec", .message = "no such codec"};
  const auto raised = b.me.raise(failed);
  INFO((raised ? std::string() : describe(raised.error())));
  REQUIRE(raised);
  REQUIRE(b.record(bad).state == "FAILED");
  CHECK(of("job_failure_total", R"(,error_class="unsupported_codec")") == "1");
  CHECK(of("job_canceled_total") == "1");
  const auto aborted = b.submit(video_jobs::video_input{"s3://film"});
  REQUIRE(b.me.raise(aborted, upload::event::abort));
  CHECK(of("job_failure_total", R"(,error_class="aborted")") == "1");
  CHECK(of("job_attempts_count") == "3");
}

TEST_CASE("a document that is cancelled before it runs is counted by why it failed", "[DOC-14]") {
  bench<process> b;
  const auto job = b.submit(document_jobs::document_input{"ref"});
  CHECK(b.me.cancel(job.id) == true);
  REQUIRE(b.record(job).state == "FAILED");
  CHECK(counted(b, "job_failure_total", R"(,error_class="cancelled")", "document.process") == "1");
  CHECK(b.jobs.metrics().of("document.process").failure_share() == 0.0);
}

TEST_CASE("a client sheds while too many jobs wait, and counts that", "[DECK-27]") {
  manual_clock clock;
  const on_sqlite place;
  pawl::client jobs{place.make(clock), pawl::jobs<report>{}, {.high_watermark = 2}};
  REQUIRE(jobs.ready());
  const auto me = jobs.as(ann);
  REQUIRE(me.submit<report>(alfki));
  REQUIRE(me.submit<report>(alfki));
  CHECK(me.submit<report>(alfki).error().code == pawl::storage::errc::queue_overloaded);
  CHECK(sample(jobs.metrics(), R"(job_enqueue_total{job_type="acme.report.v1"})") == "2");
  CHECK(sample(jobs.metrics(), R"(pawl_jobs_shed_total{job_type="acme.report.v1"})") == "1");

  const auto counts = std::make_shared<observe::metrics>();
  pawl::client other{place.make(clock), pawl::jobs<report>{}, {.metrics = counts}};
  REQUIRE(other.as(ann).submit<report>(alfki));
  CHECK(sample(*counts, R"(job_enqueue_total{job_type="acme.report.v1"})") == "1");
}
