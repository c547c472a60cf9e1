// SPDX-License-Identifier: BSL-1.0
// What the end of an attempt means to the store, to the metrics and to people.
#include <unistd.h>

#include <cstdio>

#include "runtime/fragile_store.hpp"

using namespace runtime_test;

namespace {

/// Answers as it is told; makes an artifact whatever comes of it.
struct render
    : pawl::job<"test.render", pawl::lifecycles::deck,
                pawl::stages<pawl::stage<"drawing", 0, 50>, pawl::stage<"saving", 50, 100>>,
                pawl::errors<pawl::error::network_timeout>,
                pawl::retry<pawl::attempts<2>, pawl::fixed<1_s>, pawl::no_jitter>> {
  script<outcome<void>, context, report_input> act;
  outcome<void> operator()(context& ctx, report_input in) const { return (*act)(ctx, in); }
};

/// What a function writes to standard error.
template <class F>
std::string written_by(F does) {
  std::FILE* const file = std::tmpfile();
  REQUIRE(file != nullptr);
  std::fflush(stderr);
  const int kept = ::dup(STDERR_FILENO);
  REQUIRE(::dup2(::fileno(file), STDERR_FILENO) >= 0);
  does();
  std::fflush(stderr);
  ::dup2(kept, STDERR_FILENO);
  ::close(kept);
  std::string out(static_cast<std::size_t>(::lseek(::fileno(file), 0, SEEK_END)), ' ');
  const auto read = ::pread(::fileno(file), out.data(), out.size(), 0);
  std::fclose(file);
  CHECK(read == static_cast<ssize_t>(out.size()));
  return out;
}

}  // namespace

TEST_CASE("a handler that throws is written to standard error, unless a log is given") {
  report throwing = bench<report>::make();
  *throwing.act = [](report::context&, report_input) -> report::outcome<report_output> {
    throw std::runtime_error("the\nprinter burns");
  };
  const auto run = [&](const pawl::service_options& options) {
    return written_by([&] {
      pawl::service jobs{on_memory{}.make(manual_clock{}), throwing};
      const auto engine = pawl::testing::stepped_engine(jobs, options);
      REQUIRE(engine->enrol());
      REQUIRE(jobs.as({.tenant = "acme", .user = "ann", .organisation = {}}).submit<report>(alfki));
      engine->run_until_idle();
    });
  };
  const std::string said = run({});
  CHECK(said.find("pawl: internal_bug ") == 0);
  CHECK(said.find("the printer burns\n") != std::string::npos);
  CHECK(run({.log = pawl::observe::no_log{}}) == "");
}

TEMPLATE_TEST_CASE("a cancelled handler is left between two stages and leaves no artifact",
                   "[DECK-08]", PAWL_RUNTIME_STORES) {
  bench<render, TestType> b;
  bool saved = false;
  *b.handler.act = [&](render::context& ctx, report_input) -> render::outcome<void> {
    ctx.enter<"drawing">();
    ctx.artifact("picture", "half of it");
    CHECK(b.me.cancel(pawl::parse_job_id(ctx.job_id()).value()) == false);
    b.engine->keep_once();
    ctx.enter<"saving">();
    saved = true;
    return {};
  };
  const auto job = b.submit(alfki);
  b.engine->run_until_idle();
  CHECK_FALSE(saved);
  CHECK(b.record(job).state == "canceled");
  CHECK(b.record(job).artifacts.empty());
}

TEMPLATE_TEST_CASE("artifacts are kept by the attempt that succeeds, with its end", "[VID-15]",
                   PAWL_RUNTIME_STORES) {
  bench<render, TestType> b;
  *b.handler.act = [&](render::context& ctx, report_input) -> render::outcome<void> {
    ctx.artifact("picture", "of attempt " + std::to_string(ctx.attempt()));
    if (ctx.attempt() == 1) return render::fail<pawl::error::network_timeout>("again");
    return {};
  };
  const auto job = b.submit(alfki);
  b.engine->run_until_idle();
  CHECK(b.record(job).artifacts.empty());
  b.clock.advance(1s);
  b.engine->run_until_idle();
  REQUIRE(b.record(job).artifacts.size() == 1);
  CHECK(b.record(job).artifacts[0].value == "of attempt 2");
}

TEMPLATE_TEST_CASE("a handler finds the newest artifact of a name, its own or a stored one",
                   "[VID-21]", PAWL_RUNTIME_STORES) {
  using found = std::optional<std::string>;
  bench<render, TestType> b;
  std::vector<found> seen;
  *b.handler.act = [&](render::context& ctx, report_input) -> render::outcome<void> {
    seen = {ctx.artifact("picture"), ctx.artifact("frame")};
    ctx.artifact("picture", "first");
    ctx.artifact("picture", "second");
    seen.push_back(ctx.artifact("picture"));
    if (ctx.attempt() == 1) return render::fail<pawl::error::network_timeout>("again");
    return {};
  };
  const auto job = b.submit(alfki);
  b.engine->run_until_idle();
  CHECK(seen == std::vector<found>{{}, {}, "second"});
  // What an attempt that failed has made is not there for the next one.
  b.clock.advance(1s);
  b.engine->run_until_idle();
  CHECK(seen == std::vector<found>{{}, {}, "second"});
  CHECK(b.record(job).newest_artifact("picture")->value == "second");
  CHECK(b.record(job).newest_artifact("frame") == nullptr);
}

/// Each step finds what was made before it, by another step or elsewhere, or makes it.
struct resuming : video_jobs::instruct_job {
  using input = video_jobs::video_input;
  using state = pawl::lifecycles::video::state;
  using remote = pawl::remote_states<state::REGENERATING, state::EXPORTING>;
  std::shared_ptr<names> made = std::make_shared<names>();

  outcome<void> run(pawl::at<state::AUDIO_EXTRACTING>, context& ctx, input) const {
    return make(ctx, "audio_uri");
  }
  outcome<void> run(pawl::at<state::TRANSCRIBING>, context& ctx, input) const {
    return make(ctx, "transcript_uri");
  }
  outcome<void> run(pawl::at<state::GENERATING>, context& ctx, input) const {
    return make(ctx, "draft_uri");
  }

 private:
  outcome<void> make(context& ctx, const char* name) const {
    if (ctx.artifact(name) == "good") return {};
    made->push_back(name);
    ctx.artifact(name, "good");
    return {};
  }
};

TEMPLATE_TEST_CASE("a pipeline that is run again goes on behind the last artifact that verifies",
                   "[VID-08][VID-10][VID-21]", PAWL_RUNTIME_STORES) {
  const auto [found, made] =
      GENERATE(std::pair<names, names>{{}, {"audio_uri", "transcript_uri", "draft_uri"}},
               std::pair<names, names>{{"audio_uri"}, {"transcript_uri", "draft_uri"}},
               std::pair<names, names>{{"audio_uri", "transcript_uri"}, {"draft_uri"}},
               std::pair<names, names>{{"transcript_uri"}, {"audio_uri", "draft_uri"}},
               std::pair<names, names>{{"audio_uri", "transcript_uri", "draft_uri"}, {}});
  bench<resuming, TestType> b;
  const auto job = b.submit(video_jobs::video_input{"s3://v"});
  pawl::storage::findings sent;
  for (const std::string& each : found) {
    sent.artifacts.emplace_back(each, "bad");
    sent.artifacts.emplace_back(each, "good");
  }
  REQUIRE(b.me.raise(job.id, "confirm_upload", "", sent));
  REQUIRE(b.me.raise(job.id, "run"));
  b.engine->run_until_idle();
  CHECK(*b.handler.made == made);
  // No step is left out: each is entered, and returns what is there.
  CHECK(b.states(job) == names{"CREATED", "UPLOADED", "AUDIO_EXTRACTING", "AUDIO_READY",
                               "TRANSCRIBING", "TRANSCRIPT_READY", "GENERATING", "DRAFT_READY"});
  CHECK(b.record(job).artifacts.size() == 2 * found.size() + made.size());
}

TEST_CASE("what a handler has found is kept when its end is stored at the second try") {
  fragile_bench b;
  *b.handler.act = [&](scripted::context& ctx, report_input) -> scripted::outcome<report_output> {
    ctx.artifact("deck", "s3://deck");
    b.jobs.store().fails = true;
    return report_output{"done"};
  };
  const auto job = b.submit(alfki);
  while (b.engine->dispatch_once() || b.engine->run_one()) {
    if (b.jobs.store().fails) {
      b.engine->dispatch_once();
      b.jobs.store().fails = false;
    }
  }
  const auto record = b.me.status(job);
  CHECK(record->state == "succeeded");
  REQUIRE(record->artifacts.size() == 1);
  CHECK(record->artifacts[0].value == "s3://deck");
}

TEST_CASE("an attempt that ran out of time is counted under its error class") {
  fragile_bench b;
  *b.handler.act = [&](scripted::context& ctx, report_input) -> scripted::outcome<report_output> {
    for (int minute = 0; minute < 6; ++minute) {
      b.clock.advance(59s);
      b.engine->keep_once();
    }
    ctx.stop_here();
    return report_output{};
  };
  pawl::submit_options once;
  once.retry.max_attempts = 1;
  const auto job = b.submit(alfki, once);
  b.engine->run_until_idle();
  REQUIRE(b.me.status(job)->error->code == "timeout");
  CHECK(sample(b.jobs.metrics(),
               R"(job_failure_total{job_type="acme.report.v1",error_class="timeout"})") == "1");
}

TEST_CASE("a handler that says settled and has committed nothing is an internal bug, aloud") {
  fragile_bench b;
  *b.handler.act = [](scripted::context&, report_input) -> scripted::outcome<report_output> {
    return pawl::settled<report_output>{};
  };
  const auto job = b.submit(alfki);
  b.engine->run_until_idle();
  CHECK(b.me.status(job)->error->code == "internal_bug");
  CHECK(b.escalated.size() == 1);
}

TEMPLATE_TEST_CASE(
    "a result that is larger than its type allows fails the job, and leaves nothing held", "",
    PAWL_RUNTIME_STORES) {
  bench<report, TestType> b;
  *b.handler.act = [](report::context&, report_input) -> report::outcome<report_output> {
    return report_output{std::string(2'000'000, 'x')};
  };
  const auto job = b.submit(alfki);
  b.engine->run_until_idle();
  CHECK(b.record(job).state == "dead_lettered");
  CHECK(b.record(job).error->code == "internal_bug");
  CHECK(b.engine->health().busy == 0);
  CHECK(b.engine->health().held == 0);
}

TEST_CASE("a result that cannot be stored is one end of one attempt") {
  fragile_bench b;
  *b.handler.act = [](scripted::context&, report_input) -> scripted::outcome<report_output> {
    return report_output{std::string(64U << 20U, 'x')};
  };
  const auto job = b.submit(alfki);
  b.engine->run_until_idle();
  CHECK(b.me.status(job)->state == "dead_lettered");
  CHECK(b.engine->health().settled == 1);
}

TEST_CASE("the same end told twice is one end, and logged", "[DECK-25]") {
  bench<report> b;
  *b.handler.act = [&](report::context& ctx, report_input) -> report::outcome<report_output> {
    const auto forced = pawl::storage::apply_one(
        b.jobs.store(), pawl::storage::settle{.lease = {1, ctx.fence()},
                                              .type = &pawl::type_of<report>,
                                              .end = pawl::storage::attempt_end::succeeded,
                                              .result = R"({"url":"first"})"});
    CHECK(forced);
    return report_output{"first"};
  };
  const auto job = b.submit(alfki);
  b.engine->run_until_idle();
  CHECK(b.record(job).state == "succeeded");
  CHECK(b.states(job) == names{"pending", "running", "succeeded"});
  REQUIRE(b.has_logged("duplicate_completion"));
  CHECK(b.log.back().level == pawl::observe::log_level::warning);
  CHECK(b.log.back().job == job.id);
}

TEST_CASE("a second end of a job is ignored and logged", "[DECK-25]") {
  bench<report> b;
  *b.handler.act = [&](report::context& ctx, report_input) -> report::outcome<report_output> {
    // The job ends meanwhile under the same fence, as if the reply to its end had got lost.
    const auto forced = pawl::storage::apply_one(
        b.jobs.store(), pawl::storage::settle{.lease = {1, ctx.fence()},
                                              .type = &pawl::type_of<report>,
                                              .end = pawl::storage::attempt_end::failed,
                                              .error = {.code = "bad_input",
                                                        .message = "no",
                                                        .detail = {},
                                                        .state = {},
                                                        .retryable = false}});
    CHECK(forced);
    return report_output{"late"};
  };
  const auto job = b.submit(alfki);
  b.engine->run_until_idle();
  CHECK(b.record(job).state == "dead_lettered");
  CHECK_FALSE(b.record(job).has_result);
  REQUIRE(b.has_logged("duplicate_completion"));
  CHECK(b.log.back().level == pawl::observe::log_level::warning);
  CHECK(b.log.back().job == job.id);
  CHECK(b.log.back().tenant == "acme");
  CHECK(b.log.back().handler == "acme.report.v1");
}
