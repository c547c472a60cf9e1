// SPDX-License-Identifier: BSL-1.0
// What the five specifications say about stored jobs, with the job types that they describe.
#include <pawl/policies/limits/key_of.hpp>
#include <pawl/testing/storage/bench.hpp>

#include "../examples/jobs/deck.hpp"
#include "../examples/jobs/document.hpp"
#include "../examples/jobs/service.hpp"
#include "../examples/jobs/status.hpp"
#include "../examples/jobs/video.hpp"
#include "storage/backends.hpp"
#include "support/catch.hpp"

namespace {

using namespace pawl;
using std::chrono::milliseconds;
using storage::errc;

constexpr const job_descriptor& convert = type_of<deck_jobs::convert_job>;
constexpr const job_descriptor& exporting = type_of<deck_jobs::export_job>;
constexpr const job_descriptor& ai = type_of<deck_jobs::ai_job>;
constexpr const job_descriptor& report = type_of<service_jobs::report_job>;
constexpr const job_descriptor& process = type_of<document_jobs::process_job>;
constexpr const job_descriptor& indexing = type_of<status_jobs::index_job>;
constexpr const job_descriptor& instruct = type_of<video_jobs::instruct_job>;
constexpr const job_descriptor* specified[] = {&convert, &exporting, &ai,      &report,
                                               &process, &indexing,  &instruct};

/// A store that knows the specified job types, and the bench to use it.
template <class Backend>
struct fixture {
  testing::manual_clock clock{};
  decltype(Backend::make(clock)) made = Backend::make(clock);
  testing::storage_bench on{*made, clock};

  fixture() { REQUIRE(on.store.learn(specified)); }

  template <class Job, class Input>
  storage::submit request(const Input& input) {
    storage::submit op = on.request(type_of<Job>);
    op.limit_keys.clear();
    Job::limits::for_each(
        [&](auto limit) { op.limit_keys.push_back(key_of<decltype(limit)>(input, on.who)); });
    return op;
  }
};

TEMPLATE_TEST_CASE("a second convert job of a document is refused while the first is active",
                   "[DECK-11]", PAWL_TEST_BACKENDS) {
  fixture<TestType> f;
  auto& on = f.on;
  const auto owner = on.worker();
  const auto of = [&](const char* document) {
    return f.template request<deck_jobs::convert_job>(deck_jobs::convert_input{document, "s3://x"});
  };
  const job_id first = on.submit(of("d1"));
  on.submit(of("d2"));
  CHECK(on.refused(of("d1")).job == first);
  on.who.tenant = "globex";
  on.submit(of("d1"));  // another tenant's document
  on.who.tenant = "acme";
  const auto jobs = on.claim(owner, {&convert}, 9);
  REQUIRE(jobs.size() == 3);
  on.refused(errc::limit_reached, of("d1"));
  for (const auto& each : jobs) on.succeed(each);
  on.submit(of("d1"));
}

TEMPLATE_TEST_CASE("two exports of a document run at once, the third waits", "[DECK-12]",
                   PAWL_TEST_BACKENDS) {
  fixture<TestType> f;
  auto& on = f.on;
  const auto owner = on.worker();
  for (int i = 0; i < 3; ++i)
    on.submit(f.template request<deck_jobs::export_job>(
        deck_jobs::export_input{"d1", deck_jobs::export_input::format::pdf}));
  const auto jobs = on.claim(owner, {&exporting}, 9);
  REQUIRE(jobs.size() == 2);
  on.succeed(jobs[0]);
  CHECK(on.claim(owner, {&exporting}, 9).size() == 1);
}

TEMPLATE_TEST_CASE("ai jobs are limited per user and per organisation", "[DECK-13]",
                   PAWL_TEST_BACKENDS) {
  fixture<TestType> f;
  auto& on = f.on;
  const auto ask = [&](const std::string& user) {
    on.who.user = user;
    return f.template request<deck_jobs::ai_job>(deck_jobs::ai_input{{}, "why?"});
  };
  for (int i = 0; i < 20; ++i) on.submit(ask("ann"));
  const storage::error why = on.refused(ask("ann"));
  CHECK(why.code == errc::rate_limited);
  CHECK(why.retry_after == milliseconds{3000});
  for (int user = 0; user < 9; ++user)
    for (int i = 0; i < 20; ++i) on.submit(ask("user " + std::to_string(user)));
  CHECK(on.refused(ask("bob")).retry_after == milliseconds{300});
  on.pass(milliseconds{300});
  on.submit(ask("bob"));
}

TEMPLATE_TEST_CASE("a deck job's record has every field of the specification", "[DECK-14][DECK-26]",
                   PAWL_TEST_BACKENDS) {
  fixture<TestType> f;
  auto& on = f.on;
  const auto owner = on.worker();
  auto op = f.template request<deck_jobs::convert_job>(deck_jobs::convert_input{"d1", "s3://x"});
  op.metadata = R"({"pages":3})";
  const instant created = on.store.now();
  on.submit(op);
  job_record job = on.get(op.id);
  CHECK(job.id == op.id);
  CHECK(job.handler == "deck.convert");
  CHECK(job.state == "pending");
  CHECK(job.progress == 0);
  CHECK(job.attempt == 0);
  CHECK(job.max_attempts == 3);
  CHECK(job.created_at == created);
  CHECK(job.updated_at == created);
  CHECK_FALSE(job.started_at);
  CHECK_FALSE(job.completed_at);
  CHECK_FALSE(job.error);
  CHECK_FALSE(job.has_result);
  CHECK(job.metadata == R"({"pages":3})");
  CHECK(job.stage.empty());
  CHECK(job.requested_by == "ann");

  on.pass(milliseconds{100});
  const auto started = on.start(owner, convert);
  storage::report said{.lease = started.lease, .type = &convert, .progress = 35, .stage = "parse"};
  on.done(said);
  job = on.get(op.id);
  CHECK(job.state == "running");
  CHECK(job.stage == "parse");
  CHECK(job.progress == 35);
  CHECK(job.attempt == 1);
  CHECK(job.started_at == created + milliseconds{100});

  on.pass(milliseconds{100});
  on.done(on.success(started, R"("s3://deck")"));
  job = on.get(op.id);
  CHECK(job.state == "succeeded");
  CHECK(job.progress == 100);
  CHECK(job.completed_at == created + milliseconds{200});
  CHECK(job.updated_at == job.completed_at);
  CHECK(job.has_result);
}

TEMPLATE_TEST_CASE("a client rebuilds the present from a snapshot and later events", "[DECK-15]",
                   PAWL_TEST_BACKENDS) {
  fixture<TestType> f;
  auto& on = f.on;
  const auto owner = on.worker();
  on.submit(f.template request<deck_jobs::convert_job>(deck_jobs::convert_input{"d1", "s3://x"}));
  const auto started = on.start(owner, convert);
  on.done(storage::report{.lease = started.lease, .type = &convert, .progress = 10});
  job_record seen = on.get(started.id);
  on.done(storage::report{.lease = started.lease, .type = &convert, .progress = 60, .stage = "x"});
  on.succeed(started);
  for (const job_event& each :
       on.read(on.store.events(on.mine(), started.id, seen.last_event, 99))) {
    if (each.kind == event_kind::transition) seen.state = each.to;
    seen.progress = each.progress;
    seen.stage = each.stage;
    seen.last_event = each.number;
  }
  const job_record now = on.get(started.id);
  CHECK(seen.state == now.state);
  CHECK(seen.progress == now.progress);
  CHECK(seen.stage == now.stage);
  CHECK(seen.last_event == now.last_event);
}

TEMPLATE_TEST_CASE("an ai job records who asked, its model and its tokens, not its payload",
                   "[DECK-23]", PAWL_TEST_BACKENDS) {
  fixture<TestType> f;
  auto& on = f.on;
  const auto owner = on.worker();
  auto op = f.template request<deck_jobs::ai_job>(deck_jobs::ai_input{{}, "the prompt"});
  op.payload = R"({"prompt":"the prompt"})";
  on.submit(op);
  storage::settle end = on.success(on.start(owner, ai));
  end.findings.audit = {{"model", "m-1"}, {"tokenUsage", "812"}};
  on.done(end);
  const job_record job = on.get(op.id);
  CHECK(job.requested_by == "ann");
  CHECK(job.audit == std::map<std::string, std::string>{{"model", "m-1"}, {"tokenUsage", "812"}});
  for (const std::string& field : {job.metadata, job.subject, job.correlation})
    CHECK(field.find("prompt") == std::string::npos);
}

TEMPLATE_TEST_CASE("a lost deck job goes back, and fails as worker_lost in the end", "[DECK-24]",
                   PAWL_TEST_BACKENDS) {
  fixture<TestType> f;
  auto& on = f.on;
  on.submit(f.template request<deck_jobs::convert_job>(deck_jobs::convert_input{"d1", "s3://x"}));
  for (unsigned attempt = 1; attempt <= 3; ++attempt) {
    const auto owner = on.worker();
    const auto job = on.start(owner, convert);
    CHECK(job.attempt == attempt);
    on.pass(milliseconds{convert.lease.count + 1});
    REQUIRE(on.done(storage::reap{}).jobs.size() == 1);
    const job_record now = on.get(job.id);
    CHECK(now.state == (attempt < 3 ? "pending" : "failed"));
    CHECK(now.attempt == attempt);
    CHECK(now.error->code == "worker_lost");
    on.pass(milliseconds{convert.retry.plan.cap.count});
  }
}

TEMPLATE_TEST_CASE("a service job is retained, dead-lettered for seven days", "[SVC-06][SVC-25]",
                   PAWL_TEST_BACKENDS) {
  fixture<TestType> f;
  auto& on = f.on;
  const auto owner = on.worker();
  const job_id good = on.submit(report);
  on.succeed(on.start(owner, report));
  const job_id dead = on.dead(owner, report);
  on.submit(instruct);  // a newer one, which lives
  on.pass(std::chrono::hours{23});
  on.done(storage::prune{});
  CHECK(on.read(on.store.result_of(on.mine(), good)).value == "42");
  on.pass(std::chrono::hours{6 * 24});
  on.done(storage::prune{});
  CHECK_FALSE(on.store.get(on.mine(), good));
  const auto letter = on.read(on.store.dead_letter(on.mine(), dead));
  CHECK(letter.job.attempt == 3);
  CHECK(letter.job.error->code == "network_timeout");
  CHECK(letter.job.error->detail == "host 7");
  on.pass(std::chrono::hours{2});
  on.done(storage::prune{});
  CHECK_FALSE(on.store.dead_letter(on.mine(), dead));
}

TEMPLATE_TEST_CASE("a job of a type that is not asked for stays pending until it is", "[SVC-17]",
                   PAWL_TEST_BACKENDS) {
  fixture<TestType> f;
  auto& on = f.on;
  const auto owner = on.worker();
  const job_id id = on.submit(report);
  on.pass(std::chrono::hours{48});
  CHECK(on.nothing_to_claim(owner, convert));
  on.done(storage::prune{});
  CHECK(on.state(id) == "pending");
  CHECK(on.start(owner, report).id == id);
}

TEMPLATE_TEST_CASE("a document's retries, errors and times are tracked as specified",
                   "[DOC-03][DOC-04][DOC-05][DOC-06][DOC-12]", PAWL_TEST_BACKENDS) {
  fixture<TestType> f;
  auto& on = f.on;
  const auto owner = on.worker();
  const job_id id = on.submit(process);
  const job_record fresh = on.get(id);
  CHECK(fresh.retries == 0);
  CHECK(fresh.max_retries() == 3);
  CHECK_FALSE(fresh.error);
  CHECK_FALSE(fresh.started_at);
  CHECK_FALSE(fresh.completed_at);
  const instant began = on.store.now();
  for (unsigned retry = 1; retry <= 3; ++retry) {
    const auto job = on.start(owner, process);
    storage::settle end = on.failure(job);
    end.error.code = "resource_unavailable";
    on.done(end);
    const job_record now = on.get(id);
    CHECK(now.state == "RETRYING");
    CHECK(now.retries == retry);
    CHECK(now.error->message == "it did not work");
    CHECK(now.error->retryable);
    CHECK(now.started_at == began);
    CHECK_FALSE(now.completed_at);
    on.pass(milliseconds{1000});
  }
  SECTION("and a success has no error") {
    on.succeed(on.start(owner, process));
    const job_record done = on.get(id);
    CHECK(done.state == "SUCCEEDED");
    CHECK_FALSE(done.error);
    CHECK(done.retries == 3);
    CHECK(done.completed_at == on.store.now());
    CHECK(done.id == fresh.id);
    CHECK(done.created_at == fresh.created_at);
    CHECK(done.max_retries() == fresh.max_retries());
  }
  SECTION("and the fourth failure is the last") {
    on.fail(on.start(owner, process));
    const job_record done = on.get(id);
    CHECK(done.state == "FAILED");
    CHECK(done.retries == 3);
    CHECK(done.error->retryable);
  }
  SECTION("and what cannot be retried fails at once") {
    on.fail(on.start(owner, process), false);
    CHECK(on.state(id) == "FAILED");
    CHECK_FALSE(on.get(id).error->retryable);
  }
}

TEMPLATE_TEST_CASE("a status record has the minimal shape, and is a summary", "[STAT-02][STAT-07]",
                   PAWL_TEST_BACKENDS) {
  fixture<TestType> f;
  auto& on = f.on;
  const auto owner = on.worker();
  storage::submit op = on.request(indexing);
  op.subject = "subject 12";
  op.correlation = "correlation 3";
  on.submit(op);
  on.fail(on.start(owner, indexing), false);
  const job_record job = on.get(op.id);
  CHECK(job.id == op.id);
  CHECK(job.handler == "subject.index");
  CHECK(job.subject == "subject 12");
  CHECK(job.correlation == "correlation 3");
  CHECK(job.state == "Failed");
  CHECK(job.attempt == 1);
  CHECK(job.max_attempts == 3);
  CHECK(job.started_at);
  CHECK(job.completed_at);
  CHECK(job.error->code == "validation_error");
  CHECK(job.error->message == "it did not work");

  storage::submit blob = on.request(indexing);
  blob.metadata = std::string(static_cast<std::size_t>(indexing.most_summary_bytes) + 1, 'x');
  on.refused(errc::payload_too_large, blob);
}

TEMPLATE_TEST_CASE("a failed pipeline says what failed, why and where", "[VID-12]",
                   PAWL_TEST_BACKENDS) {
  fixture<TestType> f;
  auto& on = f.on;
  const auto owner = on.worker();
  storage::submit op = on.request(instruct);
  op.correlation = "correlation 3";
  on.submit(op);
  for (const char* event : {"upload", "confirm_upload", "run"})
    on.done(storage::raise{.scope = on.mine(), .id = op.id, .event = event});
  storage::settle end = on.failure(on.start(owner, instruct), false);
  end.error.code = "unsupported_codec";
  on.done(end);
  const job_record job = on.get(op.id);
  CHECK(job.state == "FAILED");
  CHECK(job.error->code == "unsupported_codec");
  CHECK(job.error->message == "it did not work");
  CHECK(job.error->state == "AUDIO_EXTRACTING");
  CHECK(job.correlation == "correlation 3");
}

TEMPLATE_TEST_CASE("artifacts are stored with their transition, and a re-run only adds versions",
                   "[VID-10][VID-15]", PAWL_TEST_BACKENDS) {
  fixture<TestType> f;
  auto& on = f.on;
  const auto owner = on.worker();
  const job_id id = on.submit(instruct);
  const auto raise = [&](const char* target, const char* artifact, const char* uri) {
    storage::raise op{.scope = on.mine(), .id = id, .target = target};
    if (artifact != nullptr) op.findings.artifacts.emplace_back(artifact, uri);
    return op;
  };
  on.done(raise("UPLOADED", nullptr, nullptr));
  on.done(raise("AUDIO_EXTRACTING", nullptr, nullptr));
  storage::settle extracted = on.success(on.start(owner, instruct));
  extracted.findings.artifacts = {{"audio_uri", "s3://a"}};
  on.done(extracted);
  CHECK(on.get(id).artifacts.size() == 1);
  on.done(raise("TRANSCRIBING", nullptr, nullptr));
  storage::settle transcribed = on.success(on.start(owner, instruct));
  transcribed.findings.artifacts = {{"transcript_uri", "s3://t"}};
  on.done(transcribed);
  on.refused(errc::forbidden, raise("DONE", "export_uri", "s3://never"));
  CHECK(on.get(id).artifacts.size() == 2);
  on.done(raise("GENERATING", nullptr, nullptr));
  storage::settle drafted = on.success(on.start(owner, instruct));
  drafted.findings.artifacts = {{"draft_uri", "s3://d1"}};
  on.done(drafted);
  on.done(raise("EDITING", nullptr, nullptr));
  on.done(raise("REGENERATING", nullptr, nullptr));
  drafted = on.success(on.start(owner, instruct));
  drafted.findings.artifacts = {{"draft_uri", "s3://d2"}};
  on.done(drafted);
  CHECK(on.get(id).artifacts == std::vector<artifact>{{"audio_uri", 1, "s3://a"},
                                                      {"draft_uri", 1, "s3://d1"},
                                                      {"draft_uri", 2, "s3://d2"},
                                                      {"transcript_uri", 1, "s3://t"}});
}

TEMPLATE_TEST_CASE("a pipeline resumes where it was, and skips what is done", "[VID-08][VID-09]",
                   PAWL_TEST_BACKENDS) {
  fixture<TestType> f;
  auto& on = f.on;
  const auto owner = on.worker();
  const job_id id = on.submit(instruct);
  const auto run = [&] { return storage::raise{.scope = on.mine(), .id = id, .event = "run"}; };
  on.refused(errc::forbidden, run());  // CREATED
  on.done(storage::raise{.scope = on.mine(), .id = id, .event = "upload"});
  on.refused(errc::forbidden, run());
  on.done(storage::raise{.scope = on.mine(), .id = id, .event = "confirm_upload"});
  on.done(run());
  on.refused(errc::forbidden, run());  // it runs
  on.succeed(on.start(owner, instruct));
  CHECK(on.done(run()).state == "TRANSCRIBING");
  on.succeed(on.start(owner, instruct));
  CHECK(on.done(run()).state == "GENERATING");
  on.succeed(on.start(owner, instruct));
  CHECK(on.done(run()).state == "EDITING");
  on.refused(errc::forbidden, run());
}

}  // namespace
