// SPDX-License-Identifier: BSL-1.0
// What is left behind when something is lost, and who takes it up.
#include "bench.hpp"

namespace {

using namespace runtime_test;

/// Answers as it is told; makes an artifact whatever comes of it.
struct render
    : pawl::job<"test.render", pawl::lifecycles::deck,
                pawl::stages<pawl::stage<"drawing", 0, 50>, pawl::stage<"saving", 50, 100>>,
                pawl::errors<pawl::error::network_timeout>,
                pawl::retry<pawl::attempts<2>, pawl::fixed<1_s>, pawl::no_jitter>> {
  script<outcome<void>, context, report_input> act;
  outcome<void> operator()(context& ctx, report_input in) const { return (*act)(ctx, in); }
};

struct refused : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Uses code that throws, and knows what it means.
struct call_out
    : pawl::job<"test.call_out", pawl::lifecycles::service,
                pawl::errors<pawl::error::network_timeout, pawl::error::quota_exceeded>> {
  outcome<void> operator()(context&, report_input in) const {
    if (in.year == 0) throw refused("429");
    throw std::runtime_error("no route");
  }
  outcome<void> on_exception(const std::exception& thrown) const {
    if (dynamic_cast<const refused*>(&thrown) != nullptr)
      return fail<pawl::error::quota_exceeded>("too much", thrown.what());
    return fail<pawl::error::network_timeout>("no answer", thrown.what());
  }
};

}  // namespace

TEMPLATE_TEST_CASE("a handler is told of a job's end also if the process that ended it is gone",
                   "[SVC-14]", PAWL_RUNTIME_STORES) {
  bench<report, TestType> b;
  *b.handler.act = [](report::context&, report_input) -> report::outcome<report_output> {
    return report_output{"u"};
  };
  b.submit(alfki);
  {
    auto doomed = pawl::testing::stepped_engine(b.jobs, {.workers = 1});
    REQUIRE(doomed->enrol());
    doomed->run_until_idle();
  }
  CHECK(b.handler.told->empty());
  b.engine->maintain_once();
  CHECK(*b.handler.told == names{"success ALFKI u"});
}

TEMPLATE_TEST_CASE("a lost worker costs an attempt, and the last one ends the job", "[DECK-24]",
                   PAWL_RUNTIME_STORES) {
  bench<convert, TestType> b;
  const auto job = b.submit(deck_jobs::convert_input{"d", "s"});
  for (unsigned attempt = 1; attempt <= 3; ++attempt) {
    auto doomed = pawl::testing::stepped_engine(b.jobs, {.workers = 1, .prefetch = 0});
    REQUIRE(doomed->enrol());
    REQUIRE(doomed->dispatch_once());
    CHECK(b.record(job).attempt == attempt);
    b.clock.advance(61s);
    b.engine->maintain_once();
    CHECK(b.record(job).state == (attempt < 3 ? "pending" : "failed"));
  }
  CHECK(b.record(job).error->code == "worker_lost");
  CHECK(b.me.dead_letter(job.id).has_value());
  CHECK(b.has_logged("worker_lost"));
}

TEMPLATE_TEST_CASE("jobs that were held but not begun come back uncharged", "",
                   PAWL_RUNTIME_STORES) {
  bench<report, TestType> b;
  std::vector<pawl::job_ref<report>> submitted;
  for (int i = 0; i < 4; ++i) submitted.push_back(b.submit(alfki));
  {
    auto doomed = pawl::testing::stepped_engine(b.jobs, {.workers = 1, .prefetch = 8});
    REQUIRE(doomed->enrol());
    REQUIRE(doomed->dispatch_once());
    CHECK(doomed->health().held == 3);
  }
  b.clock.advance(61s);
  b.engine->maintain_once();
  int charged = 0;
  for (const auto& job : submitted) {
    CHECK(b.record(job).state == "pending");
    charged += static_cast<int>(b.record(job).attempt);
  }
  CHECK(charged == 1);
}

TEMPLATE_TEST_CASE(
    "a job that the store holds for an engine that knows nothing of it is given back", "",
    PAWL_RUNTIME_STORES) {
  bench<report, TestType> b;
  const auto job = b.submit(alfki);
  // The answer to this claim got lost.
  REQUIRE(pawl::storage::apply_one(
      b.jobs.store(), pawl::storage::claim{b.engine->owner(), {&pawl::type_of<report>}, 1, 0}));
  CHECK(b.record(job).state == "running");
  b.engine->keep_once();
  CHECK(b.record(job).state == "running");  // it may be on its way
  b.engine->keep_once();
  CHECK(b.record(job).phase == pawl::phase::ready);
  CHECK(b.record(job).attempt == 0);
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
  CHECK(b.record(job).state == "AUDIO_EXTRACTING");
  // Somebody has it: nobody else is given it, and it is not run twice.
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

TEMPLATE_TEST_CASE("exceptions mean what the handler says they mean", "", PAWL_RUNTIME_STORES) {
  bench<call_out, TestType> b;
  const auto refused_call = b.submit(report_input{"a", 0});
  const auto no_route = b.submit(report_input{"a", 1});
  b.engine->run_until_idle();
  CHECK(b.record(refused_call).state == "dead_lettered");
  CHECK(b.record(refused_call).error->code == "quota_exceeded");
  CHECK(b.record(no_route).state == "failed");
  CHECK(b.record(no_route).error->code == "network_timeout");
  CHECK(b.record(no_route).error->detail == "no route");
  CHECK(b.escalated.empty());
}

TEMPLATE_TEST_CASE("a job that snoozes is run again later and charged nothing", "",
                   PAWL_RUNTIME_STORES) {
  bench<report, TestType> b;
  int runs = 0;
  *b.handler.act = [&](report::context& ctx, report_input) -> report::outcome<report_output> {
    CHECK(ctx.attempt() == 1);
    if (++runs <= 5) return pawl::snooze{10min};
    return report_output{"awake"};
  };
  const auto job = b.submit(alfki);
  b.live_on(60);
  CHECK(runs == 6);
  CHECK(b.me.result(job)->url == "awake");
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

TEMPLATE_TEST_CASE("an override of the retries holds for its job, within what the type allows",
                   "[SVC-04]", PAWL_RUNTIME_STORES) {
  bench<report, TestType> b;
  int runs = 0;
  *b.handler.act = [&](report::context&, report_input) -> report::outcome<report_output> {
    ++runs;
    return report::fail<pawl::error::network_timeout>("no");
  };
  pawl::submit_options twice;
  twice.retry.max_attempts = 2;
  b.submit(alfki, twice);
  b.live_on();
  CHECK(runs == 2);
  pawl::submit_options too_often;
  too_often.retry.max_attempts = 1'000'000;
  CHECK(b.me.template submit<report>(alfki, too_often).error().code ==
        pawl::storage::errc::invalid);
}

TEMPLATE_TEST_CASE("times are the store's, whatever a worker's clock says", "[DECK-26]",
                   PAWL_RUNTIME_STORES) {
  bench<report, TestType> b;
  *b.handler.act = [&](report::context&, report_input) -> report::outcome<report_output> {
    b.clock.advance(5s);
    return report_output{};
  };
  const auto submitted_at = b.clock.wall();
  const auto job = b.submit(alfki);
  b.clock.advance(10s);
  b.engine->run_until_idle();
  const auto record = b.record(job);
  CHECK(record.created_at == submitted_at);
  CHECK(*record.started_at == submitted_at + 10s);
  CHECK(*record.completed_at == submitted_at + 15s);
}

TEST_CASE("systems jobs belong to the root tenant, and no other sees them", "[SVC-11]") {
  bench<report> b;
  const auto job = b.jobs.as_root("nightly").submit<report>(alfki);
  REQUIRE(job);
  CHECK(b.me.status(*job).error().code == pawl::storage::errc::not_found);
  const auto seen = b.jobs.as_root("somebody else").status(*job);
  CHECK(seen->tenant == "root");
  CHECK(seen->requested_by == "nightly");
}

TEST_CASE("the job types of a service can be enumerated", "[SVC-32]") {
  using registry = pawl::service<on_memory::store, report, convert>::registry;
  STATIC_REQUIRE(registry::count == 2);
  const pawl::job_descriptor* info = registry::find("acme.report.v1");
  REQUIRE(info != nullptr);
  CHECK(info->restartable());
  CHECK(info->max_retries() == 2);
  CHECK(info->timeout == 5_min);
}
