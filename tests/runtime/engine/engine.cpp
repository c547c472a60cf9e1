// SPDX-License-Identifier: BSL-1.0
// Jobs that run, fail, are retried and end, step by step and without a thread: the clock stands
// still unless it is told to move.
#include "runtime/bench.hpp"

using namespace runtime_test;

TEMPLATE_TEST_CASE("a submitted job runs in the background and its typed result is kept",
                   "[SVC-01][SVC-03][SVC-05][DECK-17][DECK-22]", PAWL_RUNTIME_STORES) {
  bench<report, TestType> b;
  *b.handler.act = [](report::context& ctx, report_input in) -> report::outcome<report_output> {
    ctx.progress(40, "fetching");
    return report_output{"https://reports/" + in.customer};
  };
  const auto job = b.submit(alfki);
  CHECK(b.record(job).state == "pending");
  CHECK(b.me.result(job).error().why == pawl::no_output::reason::unfinished);
  b.engine->run_until_idle();
  CHECK(b.record(job).state == "succeeded");
  CHECK(b.record(job).progress == 100);
  CHECK(b.me.result(job)->url == "https://reports/ALFKI");
  CHECK(b.states(job) == names{"pending", "running", "succeeded"});
}

TEMPLATE_TEST_CASE(
    "a retryable failure is retried within its bounds, and then the job is dead-lettered",
    "[SVC-04][SVC-06][SVC-33][DECK-20][DECK-21]", PAWL_RUNTIME_STORES) {
  bench<report, TestType> b;
  *b.handler.act = [](report::context&, report_input) -> report::outcome<report_output> {
    return report::fail<pawl::error::network_timeout>("no answer", "10.0.0.7:443");
  };
  const auto job = b.submit(alfki);
  for (unsigned attempt = 1; attempt <= 2; ++attempt) {
    b.engine->run_until_idle();
    const auto waiting = b.record(job);
    REQUIRE(waiting.state == "failed");
    REQUIRE(waiting.phase == pawl::phase::scheduled);
    const auto bounds = pawl::bounds(report::retry::plan, attempt);
    CHECK(*waiting.due_at - waiting.updated_at >= std::chrono::milliseconds{bounds.min.count});
    CHECK(*waiting.due_at - waiting.updated_at <= std::chrono::milliseconds{bounds.max.count});
    // Not a moment earlier.
    if (*waiting.due_at > b.jobs.store().now()) {
      b.engine->run_until_idle();
      CHECK(b.record(job).attempt == attempt);
    }
    b.clock.advance(*waiting.due_at - b.jobs.store().now());
  }
  b.engine->run_until_idle();
  const auto dead = b.record(job);
  CHECK(dead.state == "dead_lettered");
  CHECK(dead.attempt == 3);
  CHECK(dead.error->code == "network_timeout");
  const auto letter = b.me.dead_letter(job.id);
  REQUIRE(letter);
  CHECK(letter->payload == R"({"customer":"ALFKI","year":2026})");
  CHECK(letter->job.error->detail == "10.0.0.7:443");
  CHECK(b.me.result(job).error().failure.code == "network_timeout");

  const auto again = b.me.replay(job.id);
  REQUIRE(again);
  CHECK(*again != job.id);
  CHECK(b.me.status(*again)->parent == job.id);
  *b.handler.act = [](report::context&, report_input) -> report::outcome<report_output> {
    return report_output{"at last"};
  };
  b.engine->run_until_idle();
  CHECK(b.me.status(*again)->state == "succeeded");
  CHECK(b.record(job).state == "dead_lettered");
}

TEMPLATE_TEST_CASE("a failure that may not be retried ends the job at once",
                   "[SVC-06][DOC-05][DECK-06]", PAWL_RUNTIME_STORES) {
  bench<report, TestType> b;
  int runs = 0;
  *b.handler.act = [&](report::context&, report_input) -> report::outcome<report_output> {
    ++runs;
    return report::fail<service_jobs::bad_input>("the year is missing");
  };
  const auto job = b.submit(alfki);
  b.live_on();
  CHECK(runs == 1);
  CHECK(b.record(job).state == "dead_lettered");
  CHECK(b.escalated.empty());
}

TEMPLATE_TEST_CASE("a deck job waits for its retry inside running and shows no other state",
                   "[DECK-03][DECK-04][DECK-05]", PAWL_RUNTIME_STORES) {
  bench<convert, TestType> b;
  int runs = 0;
  *b.handler.act = [&](convert::context&,
                       deck_jobs::convert_input) -> convert::outcome<deck_jobs::convert_output> {
    ++runs;
    return convert::fail<pawl::error::transient_storage>("try again");
  };
  const auto job = b.submit(deck_jobs::convert_input{"d1", "s3://x"});
  b.engine->run_until_idle();
  CHECK(b.record(job).state == "running");
  CHECK(b.record(job).phase == pawl::phase::scheduled);
  b.live_on();
  CHECK(runs == 3);
  CHECK(b.record(job).state == "failed");
  CHECK(b.states(job) == names{"pending", "running", "running", "running", "failed"});
  CHECK(b.me.dead_letter(job.id).has_value());
}

TEMPLATE_TEST_CASE("the four examples of the document specification, step by step",
                   "[DOC-03][DOC-04][DOC-05][DOC-12]", PAWL_RUNTIME_STORES) {
  const auto live = [](std::vector<std::string> failures) {
    bench<process, TestType> b;
    auto left = std::make_shared<std::vector<std::string>>(std::move(failures));
    *b.handler.act = [left](process::context&,
                            document_jobs::document_input) -> process::outcome<void> {
      if (left->empty()) return {};
      const std::string next = left->front();
      left->erase(left->begin());
      if (next == "timeout") return process::fail<pawl::error::deadline_exceeded>("late");
      if (next == "unavailable") return process::fail<pawl::error::resource_unavailable>("busy");
      return process::fail<pawl::error::invalid_document>("not a document");
    };
    const auto job = b.submit(document_jobs::document_input{"ref"});
    CHECK(b.record(job).state == "QUEUED");
    b.live_on();
    return std::pair(b.states(job), b.record(job));
  };
  const auto [success, a] = live({});
  CHECK(success == names{"CREATED", "QUEUED", "RUNNING", "SUCCEEDED"});
  CHECK(a.retries == 0);
  CHECK_FALSE(a.error.has_value());
  const auto [retried, b] = live({"timeout"});
  CHECK(retried ==
        names{"CREATED", "QUEUED", "RUNNING", "RETRYING", "QUEUED", "RUNNING", "SUCCEEDED"});
  CHECK(b.retries == 1);
  const auto [exhausted, c] = live({"unavailable", "unavailable", "unavailable", "unavailable"});
  CHECK(exhausted.size() == 13);
  CHECK(exhausted.back() == "FAILED");
  CHECK(c.retries == 3);
  CHECK(c.max_retries() == 3);
  CHECK(c.error->retryable);
  const auto [fatal, d] = live({"invalid"});
  CHECK(fatal == names{"CREATED", "QUEUED", "RUNNING", "FAILED"});
  CHECK(d.retries == 0);
  CHECK_FALSE(d.error->retryable);
}

TEMPLATE_TEST_CASE("a job under the status contract that runs out of attempts is poisoned",
                   "[STAT-10]", PAWL_RUNTIME_STORES) {
  bench<index_subject, TestType> b;
  *b.handler.act = [](index_subject::context&,
                      status_jobs::index_input) -> index_subject::outcome<void> {
    return index_subject::fail<pawl::error::network_timeout>("no answer");
  };
  const auto job = b.submit(status_jobs::index_input{"subject"});
  b.live_on();
  CHECK(b.record(job).state == "Poisoned");
}

TEMPLATE_TEST_CASE("a pending job is cancelled at once and never runs", "[DECK-07][SVC-07]",
                   PAWL_RUNTIME_STORES) {
  bench<report, TestType> b;
  int runs = 0;
  *b.handler.act = [&](report::context&, report_input) -> report::outcome<report_output> {
    ++runs;
    return report_output{};
  };
  const auto job = b.submit(alfki);
  CHECK(b.me.cancel(job.id, "changed my mind") == true);
  b.live_on();
  CHECK(runs == 0);
  CHECK(b.record(job).state == "canceled");
  CHECK(b.record(job).cancel_reason == "changed my mind");
}

TEMPLATE_TEST_CASE("delayed and dependent jobs wait for their time and for each other",
                   "[SVC-19][SVC-20][DECK-32]", PAWL_RUNTIME_STORES) {
  bench<report, TestType> b;
  names order;
  *b.handler.act = [&](report::context&, report_input in) -> report::outcome<report_output> {
    order.push_back(in.customer);
    return report_output{};
  };
  b.submit(report_input{"later", 1}, {.delay = 10s});
  const auto first = b.submit(report_input{"first", 1}, {.delay = 5s});
  b.submit(report_input{"second", 1}, {.depends_on = {first.id}});
  b.engine->run_until_idle();
  CHECK(order.empty());
  b.clock.advance(5s);
  b.engine->run_until_idle();
  CHECK(order == names{"first", "second"});
  b.clock.advance(5s);
  b.engine->run_until_idle();
  CHECK(order == names{"first", "second", "later"});
}

TEMPLATE_TEST_CASE("urgent jobs run first", "[SVC-21][DECK-31]", PAWL_RUNTIME_STORES) {
  bench<report, TestType> b;
  names order;
  *b.handler.act = [&](report::context&, report_input in) -> report::outcome<report_output> {
    order.push_back(in.customer);
    return report_output{};
  };
  b.submit(report_input{"low", 1}, {.priority = "low"});
  b.submit(report_input{"normal", 1});
  b.submit(report_input{"urgent", 1}, {.priority = "urgent"});
  b.engine->run_until_idle();
  CHECK(order == names{"urgent", "normal", "low"});
  CHECK(b.me.template submit<report>(alfki, {.priority = std::string("frantic")}).error().code ==
        pawl::storage::errc::invalid);
}

TEMPLATE_TEST_CASE("a pipeline runs state by state, retries where it is, and resumes where it was",
                   "[VID-07][VID-08][VID-11][VID-16]", PAWL_RUNTIME_STORES) {
  bench<instruct, TestType> b;
  *b.handler.failures = 1;
  const auto job = b.submit(video_jobs::video_input{"s3://v"});
  CHECK(b.record(job).state == "CREATED");
  REQUIRE(b.me.raise(job.id, "confirm_upload"));
  REQUIRE(b.me.raise(job.id, "run"));
  b.live_on();
  CHECK(b.record(job).state == "DRAFT_READY");
  CHECK(*b.handler.did == names{"extract", "transcribe", "transcribe", "generate"});
  CHECK(b.states(job) == names{"CREATED", "UPLOADED", "AUDIO_EXTRACTING", "AUDIO_READY",
                               "TRANSCRIBING", "TRANSCRIBING", "TRANSCRIPT_READY", "GENERATING",
                               "DRAFT_READY"});

  // An export that fails leaves the job editable.
  REQUIRE(b.me.raise(job.id, "run"));
  *b.handler.failures = 1;
  REQUIRE(b.me.raise(job.id, "publish"));
  b.live_on();
  CHECK(b.record(job).state == "EDITING");
  REQUIRE(b.me.raise(job.id, "publish"));
  b.live_on();
  CHECK(b.record(job).state == "DONE");
}

TEMPLATE_TEST_CASE("cancelling a pipeline stops the work that is active", "[VID-18]",
                   PAWL_RUNTIME_STORES) {
  bench<instruct, TestType> b;
  const auto job = b.submit(video_jobs::video_input{"s3://v"});
  REQUIRE(b.me.raise(job.id, "confirm_upload"));
  REQUIRE(b.me.raise(job.id, "run"));
  REQUIRE(b.engine->dispatch_once());
  REQUIRE(b.engine->enter_one());  // the extraction
  CHECK(b.me.cancel(job.id) == false);
  b.live_on();
  CHECK(b.record(job).state == "CANCELLED");
  CHECK(*b.handler.did == names{"extract"});
}

/// Works until it is asked to stop.
struct patient : video_jobs::instruct_job {
  using input = video_jobs::video_input;
  using state = pawl::lifecycles::video::state;
  using remote = pawl::remote_states<state::TRANSCRIBING, state::GENERATING, state::REGENERATING,
                                     state::EXPORTING>;
  std::shared_ptr<std::function<void()>> meanwhile = std::make_shared<std::function<void()>>();

  outcome<void> run(pawl::at<state::AUDIO_EXTRACTING>, context& ctx, input) const {
    if (ctx.stop_requested()) return fail<pawl::error::policy_violation>("too early");
    (*meanwhile)();
    if (!ctx.stop_requested()) return fail<pawl::error::policy_violation>("nobody said so");
    return pawl::cancelled;
  }
};

TEMPLATE_TEST_CASE("work that is under way hears that its job was cancelled, and nothing follows",
                   "[VID-18]", PAWL_RUNTIME_STORES) {
  bench<patient, TestType> b;
  const auto job = b.submit(video_jobs::video_input{"s3://v"});
  *b.handler.meanwhile = [&] {
    CHECK(b.me.cancel(job.id) == false);
    b.clock.advance(1s);
    b.engine->keep_once();
  };
  REQUIRE(b.me.raise(job.id, "confirm_upload"));
  REQUIRE(b.me.raise(job.id, "run"));
  b.engine->run_until_idle();
  CHECK(b.record(job).state == "CANCELLED");
  CHECK(b.states(job) == names{"CREATED", "UPLOADED", "AUDIO_EXTRACTING", "CANCELLED"});
}

TEMPLATE_TEST_CASE(
    "a pipeline is run only where it waits to be, keeps what it made, and is one at a "
    "time",
    "[VID-09][VID-10][VID-13]", PAWL_RUNTIME_STORES) {
  bench<instruct, TestType> b;
  const auto job = b.submit(video_jobs::video_input{"s3://v"});
  CHECK(b.me.raise(job.id, "run").error().code == pawl::storage::errc::forbidden);
  REQUIRE(b.me.raise(job.id, "confirm_upload"));
  pawl::storage::findings made;
  made.artifacts.emplace_back("draft_uri", "first");
  REQUIRE(b.me.raise(job.id, "run", "event-1", made));
  // The same event again does nothing; with another content it is refused.
  CHECK(b.me.raise(job.id, "run", "event-1", made)->replayed);
  CHECK(b.me.raise(job.id, "run", "event-1").error().code == pawl::storage::errc::event_conflict);
  REQUIRE(b.engine->dispatch_once());
  REQUIRE(b.engine->enter_one());
  CHECK(b.record(job).state == "AUDIO_EXTRACTING");
  // This engine has it: no other is given it, and it is not run twice.
  auto other = pawl::testing::stepped_engine(b.jobs, {.workers = 1});
  REQUIRE(other->enrol());
  CHECK_FALSE(other->dispatch_once());
  CHECK(b.me.raise(job.id, "run").error().code == pawl::storage::errc::forbidden);
  b.live_on();
  CHECK(b.record(job).state == "DRAFT_READY");
  REQUIRE(b.me.raise(job.id, "run"));
  CHECK(b.record(job).state == "EDITING");
  REQUIRE(b.record(job).artifacts.size() == 1);
  CHECK(b.record(job).artifacts[0].value == "first");
}

namespace {

/// Calls the test while it transcribes.
struct interrupted : instruct {
  std::shared_ptr<std::function<void()>> meanwhile = std::make_shared<std::function<void()>>();
  using instruct::run;
  outcome<void> run(pawl::at<state::TRANSCRIBING> at, context& ctx, input in) const {
    (*meanwhile)();
    return instruct::run(at, ctx, in);
  }
};

}  // namespace

TEMPLATE_TEST_CASE("a step whose handler has begun is not begun by a second run", "[VID-13]",
                   PAWL_RUNTIME_STORES) {
  bench<interrupted, TestType> b;
  const auto job = b.submit(video_jobs::video_input{"s3://v"});
  int asked = 0;
  *b.handler.meanwhile = [&] {
    ++asked;
    // A worker is in the handler, and the store has not been told.
    CHECK(b.record(job).state == "AUDIO_READY");
    const auto refused = b.me.raise(job.id, "run");
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == pawl::storage::errc::forbidden);
    CHECK_FALSE(refused.error().task.is_nil());
  };
  REQUIRE(b.me.raise(job.id, "confirm_upload"));
  REQUIRE(b.me.raise(job.id, "run"));
  while (b.engine->dispatch_once() || b.engine->run_short_one()) {
  }
  CHECK(asked == 1);
  CHECK(*b.handler.did == names{"extract", "transcribe", "generate"});
  CHECK(b.record(job).state == "DRAFT_READY");
}

TEMPLATE_TEST_CASE("times are the store's, whatever a worker's clock says", "[DECK-26]",
                   PAWL_RUNTIME_STORES) {
  bench<report, TestType> b;
  *b.handler.act = [&](report::context&, report_input) -> report::outcome<report_output> {
    b.clock.advance(5s);
    return report_output{};
  };
  // The worker's machine is wrong by years: whatever it wrote by its own clock would be seen.
  b.clock.set_wall(pawl::instant{std::chrono::hours{24 * 365 * 90}});
  const auto submitted_at = b.clock.wall();
  REQUIRE(submitted_at - std::chrono::system_clock::now() > std::chrono::hours{24 * 365});
  const auto job = b.submit(alfki);
  b.clock.advance(10s);
  b.engine->run_until_idle();
  const auto record = b.record(job);
  CHECK(record.created_at == submitted_at);
  CHECK(*record.started_at == submitted_at + 10s);
  CHECK(*record.completed_at == submitted_at + 15s);
  CHECK(record.updated_at == *record.completed_at);
  const auto events = b.me.events(job.id);
  REQUIRE(events->size() == 2);
  CHECK((*events)[0].at == *record.started_at);
  CHECK((*events)[1].at == *record.completed_at);
}
