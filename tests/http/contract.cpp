// SPDX-License-Identifier: BSL-1.0
// What the specifications say of the interface, held against what is sent.
#include <set>

#include "desk.hpp"

namespace {

using namespace http_test;
using runtime_test::convert;
using runtime_test::index_subject;
using runtime_test::process;
using runtime_test::report;

/// The names of an object's members, in their order; those of objects inside are left out.
std::vector<std::string> names(const std::string& json) {
  std::vector<std::string> out;
  int depth = 0;
  std::string last;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (c == '"') {
      const std::size_t end = json.find('"', i + 1);
      last = json.substr(i + 1, end - i - 1);
      i = end;
      if (depth == 1 && json[i + 1] == ':') out.push_back(last);
    } else if (c == '{' || c == '[') {
      ++depth;
    } else if (c == '}' || c == ']') {
      --depth;
    }
  }
  return out;
}
using list = std::vector<std::string>;

template <class Handler>
struct shown : desk<Handler> {
  shown(http::job_view view, std::string body)
      : desk<Handler>({.view = view}), handler(std::string_view(pawl::type_of<Handler>.handler)) {
    const auto made = this->post("/v1/jobs/" + handler, body);
    REQUIRE(made.status == 202);
    id = member(made.body, "jobId");
  }
  std::string look() { return this->get("/v1/jobs/" + id).body; }
  std::string handler;
  std::string id;
};

}  // namespace

TEST_CASE("the minimal status has the fields of its contract, and no others",
          "[http][STAT-07][STAT-08]") {
  shown<index_subject> at(http::views::status,
                          R"({"input":{"subject_id":"s1"},"subjectId":"s1","correlationId":"c1"})");
  CHECK(names(at.look()) == list{"jobId", "jobType", "subjectId", "correlationId", "status",
                                 "attempt", "maxAttempts", "createdAt", "startedAt",
                                 "completedAt"});
  CHECK(member(at.look(), "jobType") == "subject.index");
  CHECK(member(at.look(), "subjectId") == "s1");
  CHECK(member(at.look(), "correlationId") == "c1");
  CHECK(member(at.look(), "status") == "Queued");
  CHECK(member(at.look(), "startedAt") == "null");
  *at.bench.handler.act = [](index_subject::context&, const status_jobs::index_input&) {
    return index_subject::outcome<void>(
        index_subject::fail<pawl::error::validation_error>("no such subject", "table 7 is gone"));
  };
  at.bench.engine->run_until_idle();
  CHECK(member(at.look(), "status") == "Failed");
  CHECK(member(at.look(), "errorCode") == "INDEX_VALIDATION_ERROR");
  CHECK(member(at.look(), "errorMessage") == "no such subject");
  CHECK(at.look().find("table 7") == std::string::npos);
}

TEMPLATE_TEST_CASE("the minimal status tells the truth all along", "[http][STAT-07]",
                   PAWL_RUNTIME_STORES) {
  desk<index_subject, everything, TestType> at({.view = http::views::status});
  const auto made = at.post("/v1/jobs/subject.index", R"({"input":{"subject_id":"s1"}})");
  REQUIRE(made.status == 202);
  const std::string where = member(made.body, "statusUrl");
  const auto shows = [&](const char* status, int attempt, bool started, bool completed) {
    const std::string body = at.get(where).body;
    CAPTURE(body);
    const auto record = at.bench.me.status(*pawl::parse_job_id(member(made.body, "jobId")));
    REQUIRE(record);
    const auto time = [](const std::optional<pawl::instant>& when) {
      std::string out;
      http::json_out to(out);
      to.value(when);
      return out;
    };
    CHECK(member(body, "jobId") == member(made.body, "jobId"));
    CHECK(member(body, "status") == status);
    CHECK(member(body, "attempt") == std::to_string(attempt));
    CHECK(member(body, "maxAttempts") == "3");
    CHECK(body.find("\"createdAt\":" + time(record->created_at)) != body.npos);
    CHECK(body.find("\"startedAt\":" + time(record->started_at)) != body.npos);
    CHECK(body.find("\"completedAt\":" + time(record->completed_at)) != body.npos);
    CHECK(record->started_at.has_value() == started);
    CHECK(record->completed_at.has_value() == completed);
  };
  shows("Queued", 0, false, false);
  at.bench.clock.advance(1s);
  *at.bench.handler.act = [&](index_subject::context& ctx, const status_jobs::index_input&) {
    if (ctx.attempt() == 1) {
      shows("Running", 1, true, false);
      return index_subject::outcome<void>(
          index_subject::fail<pawl::error::network_timeout>("no answer"));
    }
    shows("Running", 2, true, false);
    at.bench.clock.advance(1s);
    return index_subject::outcome<void>();
  };
  at.bench.live_on(2);
  shows("Completed", 2, true, true);
  CHECK(member(at.get(where).body, "errorCode") == "(absent)");
}

TEST_CASE("what a handler throws is for operators: the status has a code and a safe message",
          "[http][STAT-08]") {
  shown<index_subject> at(http::views::status, R"({"input":{"subject_id":"s1"}})");
  *at.bench.handler.act = [](index_subject::context&,
                             const status_jobs::index_input&) -> index_subject::outcome<void> {
    throw std::runtime_error("password=planted");
  };
  at.bench.engine->run_until_idle();
  CHECK(member(at.look(), "status") == "Failed");
  CHECK(member(at.look(), "errorCode") == "INDEX_INTERNAL_BUG");
  CHECK(member(at.look(), "errorMessage") == "the handler failed unexpectedly");
  CHECK(at.look().find("planted") == std::string::npos);
  // Whatever code a status has, the description lists it.
  const std::string described = at.get("/openapi.json", "").body;
  for (const char* code : {"INDEX_INTERNAL_BUG", "INDEX_VALIDATION_ERROR", "INDEX_NETWORK_TIMEOUT",
                           "INDEX_TIMEOUT", "INDEX_WORKER_LOST"})
    CHECK(described.find('"' + std::string(code) + '"') != std::string::npos);
}

TEST_CASE("under the status contract every job has a subject and a correlation id",
          "[http][STAT-11]") {
  desk<index_subject> at({.view = http::views::status});
  const auto submit = [&](const std::string& body) {
    return at.post("/v1/jobs/subject.index", body);
  };
  // The job type says which part of the input is the subject; the server makes the other.
  const auto made = submit(R"({"input":{"subject_id":"s2"}})");
  REQUIRE(made.status == 202);
  CHECK(member(made.body, "subjectId") == "s2");
  const auto shown = at.get("/v1/jobs/" + member(made.body, "jobId")).body;
  CHECK(member(shown, "subjectId") == "s2");
  CHECK(pawl::parse_job_id(member(shown, "correlationId")));
  CHECK(at.get("/v1/jobs?subject=s2").body.find(member(made.body, "jobId")) != std::string::npos);

  // Who may see a job depends on its subject: it is not called otherwise by the submitter.
  CHECK(submit(R"({"input":{"subject_id":"s2"},"subjectId":"s2"})").status == 202);
  for (const char* wrong :
       {R"({"input":{"subject_id":"s2"},"subjectId":"s3"})", R"({"input":{"subject_id":""}})",
        R"({"input":{"subject_id":""},"subjectId":"s3"})"}) {
    CAPTURE(wrong);
    const auto refused = submit(wrong);
    CHECK(refused.status == 422);
    CHECK(member(refused.body, "code") == "INVALID");
  }

  // The same holds for the program itself.
  const auto native = at.bench.me.template submit<index_subject>({"s4"});
  REQUIRE(native);
  const auto record = at.bench.me.status(native->id);
  REQUIRE(record);
  CHECK(record->subject == "s4");
  CHECK(pawl::parse_job_id(record->correlation));
  CHECK_FALSE(at.bench.me.template submit<index_subject>({""}));
}

TEST_CASE("a deck's job has the fields of its record, and public codes",
          "[http][DECK-14][STAT-08]") {
  shown<convert> at(http::views::job,
                    R"({"input":{"document":"d1","source_uri":"s"},"metadata":{"n":1}})");
  list always{"id",          "type",          "status",          "progress",     "stage",
              "attempts",    "maxAttempts",   "createdAt",       "updatedAt",    "metadata",
              "requestedBy", "correlationId", "cancelRequested", "hasCheckpoint"};
  CHECK(names(at.look()) == always);
  CHECK(at.look().find(R"("metadata":{"n":1})") != std::string::npos);
  *at.bench.handler.act = [](convert::context& ctx, const deck_jobs::convert_input&) {
    ctx.enter<"validating_input">();
    return convert::outcome<deck_jobs::convert_output>(
        convert::fail<pawl::error::unsupported_format>("this is no deck", "offset 12"));
  };
  at.bench.engine->run_until_idle();
  const std::string failed = at.look();
  CHECK(member(failed, "status") == "failed");
  CHECK(member(failed, "stage") == "validating_input");
  for (const char* name : {"startedAt", "completedAt"}) {
    CAPTURE(name);
    CHECK(member(failed, name).ends_with("Z"));
  }
  CHECK(failed.find(R"("error":{"code":"CONVERT_UNSUPPORTED_FORMAT","class":"unsupported_format",)"
                    R"("message":"this is no deck","retryable":false,)") != std::string::npos);
  CHECK(member(failed, "detail") == "offset 12");
  CHECK(at.get("/v1/jobs/" + at.id, "reader").body.find("offset 12") == std::string::npos);
  CHECK(member(failed, "resultRef") == "(absent)");

  *at.bench.handler.act = [](convert::context&, const deck_jobs::convert_input&) {
    return convert::outcome<deck_jobs::convert_output>(deck_jobs::convert_output{"deck://1", 3});
  };
  const auto again =
      at.post("/v1/jobs/deck.convert", R"({"input":{"document":"d1","source_uri":"s"}})");
  at.bench.engine->run_until_idle();
  const std::string done = at.get("/v1/jobs/" + member(again.body, "jobId")).body;
  CHECK(member(done, "progress") == "100");
  CHECK(at.get(member(done, "resultRef")).body == R"({"deck_uri":"deck://1","slides":3})");
}

namespace {

struct exported : deck_jobs::export_job {
  runtime_test::script<outcome<deck_jobs::export_output>, context, deck_jobs::export_input> act;
  outcome<deck_jobs::export_output> operator()(context& ctx, deck_jobs::export_input in) const {
    return (*act)(ctx, std::move(in));
  }
};

}  // namespace

TEST_CASE("a job that links to what it has made shows where that is, and until when",
          "[http][DECK-14][DECK-35]") {
  shown<exported> at(http::views::job, R"({"input":{"document":"d1","target":"pdf"}})");
  *at.bench.handler.act = [](exported::context& ctx, const deck_jobs::export_input&) {
    ctx.link("/files/d1.pdf?signature=1", ctx.now() + 1h);
    return exported::outcome<deck_jobs::export_output>(deck_jobs::export_output{"d1.pdf"});
  };
  at.bench.engine->run_until_idle();
  const std::string done = at.look();
  CHECK(member(done, "status") == "succeeded");
  CHECK(member(done, "resultRef") == "/files/d1.pdf?signature=1");
  const auto until = at.bench.me.status(*pawl::parse_job_id(at.id))->link->until;
  CHECK(until == at.bench.clock.wall() + 1h);
  CHECK(member(done, "resultExpiresAt").substr(0, 10) == member(done, "completedAt").substr(0, 10));
  CHECK(at.get("/v1/jobs").body.find("/files/d1.pdf?signature=1") != std::string::npos);
  CHECK(at.get("/v1/jobs/" + at.id + "/result").body == R"({"artifact_uri":"d1.pdf"})");

  // Less than the declared hour is no success: there is neither a link nor a result.
  *at.bench.handler.act = [](exported::context& ctx, const deck_jobs::export_input&) {
    ctx.link("/files/d1.pdf?signature=2", ctx.now() + 1h - 1ms);
    return exported::outcome<deck_jobs::export_output>(deck_jobs::export_output{"d1.pdf"});
  };
  const auto again =
      at.post("/v1/jobs/deck.export", R"({"input":{"document":"d1","target":"pdf"}})");
  at.bench.engine->run_until_idle();
  const std::string failed = at.get("/v1/jobs/" + member(again.body, "jobId")).body;
  CHECK(member(failed, "status") == "failed");
  CHECK(member(failed, "class") == "internal_bug");
  CHECK(member(failed, "resultRef") == "(absent)");
  CHECK(member(failed, "resultExpiresAt") == "(absent)");
  CHECK(at.bench.escalated.size() == 1);
}

TEST_CASE("a document's job has the fields of its specification", "[http]") {
  shown<process> at(http::views::document, R"({"input":{"reference":"a.pdf"}})");
  CHECK(names(at.look()) == list{"jobId", "state", "createdAt", "startedAt", "completedAt",
                                 "retryCount", "maxRetries", "lastError", "errorType"});
  CHECK(member(at.look(), "state") == "QUEUED");
  CHECK(member(at.look(), "retryCount") == "0");
  CHECK(member(at.look(), "maxRetries") == "3");
  CHECK(member(at.look(), "lastError") == "null");
  CHECK(member(at.look(), "errorType") == "null");
}

TEST_CASE("a document's job that failed says why, also one that was cancelled", "[http][DOC-14]") {
  const auto fails_once = [first = true](process::context&,
                                         const document_jobs::document_input&) mutable {
    if (std::exchange(first, false))
      return process::outcome<void>(
          process::fail<pawl::error::dependency_unavailable>("the scanner is off"));
    return process::outcome<void>();
  };
  const std::string body = R"({"input":{"reference":"a.pdf"}})";
  shown<process> good(http::views::document, body);
  *good.bench.handler.act = fails_once;
  good.bench.engine->run_until_idle();
  CHECK(member(good.look(), "state") == "RETRYING");
  CHECK(member(good.look(), "lastError") == "the scanner is off");
  CHECK(member(good.look(), "errorType") ==
        std::string_view(pawl::error_type_name(pawl::retryability::retryable)));
  good.bench.live_on();
  CHECK(member(good.look(), "state") == "SUCCEEDED");
  CHECK(member(good.look(), "lastError") == "null");
  CHECK(member(good.look(), "errorType") == "null");

  shown<process> bad(http::views::document, body);
  *bad.bench.handler.act = [](process::context&, const document_jobs::document_input&) {
    return process::outcome<void>(process::fail<pawl::error::invalid_document>("no text in it"));
  };
  bad.bench.engine->run_until_idle();
  CHECK(member(bad.look(), "state") == "FAILED");
  CHECK(member(bad.look(), "lastError") == "no text in it");
  const std::string fatal(std::string_view(pawl::error_type_name(pawl::retryability::fatal)));
  CHECK(member(bad.look(), "errorType") == fatal);

  for (const std::string& reason : {std::string(), std::string("not needed")}) {
    shown<process> cancelled(http::views::document, body);
    const auto done = cancelled.post("/v1/jobs/" + cancelled.id + "/cancel",
                                     reason.empty() ? "" : R"({"reason":")" + reason + R"("})");
    CHECK(done.status == 200);
    CHECK(member(cancelled.look(), "state") == "FAILED");
    CHECK(member(cancelled.look(), "lastError") == (reason.empty() ? "cancelled" : reason));
    CHECK(member(cancelled.look(), "errorType") == fatal);
  }
  shown<process> aborted(http::views::document, body);
  CHECK(aborted.post("/v1/jobs/" + aborted.id + "/raise", R"({"event":"abort"})").status == 202);
  CHECK(member(aborted.look(), "state") == "FAILED");
  CHECK(member(aborted.look(), "lastError") == "event abort has ended the job");
  CHECK(member(aborted.look(), "errorType") == fatal);
  // These, too, are codes that the description lists, where they can happen.
  const std::string described = aborted.get("/openapi.json", "").body;
  for (const char* code : {"PROCESS_CANCELLED", "PROCESS_ABORTED"})
    CHECK(described.find('"' + std::string(code) + '"') != std::string::npos);
  desk<convert> deck;
  CHECK(deck.get("/openapi.json", "").body.find("CONVERT_CANCELLED") == std::string::npos);
}

TEST_CASE("the page is shown a job as it knows it, whatever the API's own view is", "[http]") {
  shown<process> at(http::views::document, R"({"input":{"reference":"a.pdf"}})");
  const std::string where = "/v1/jobs/" + at.id;
  const auto as_page = [](auto& of, const std::string& from) {
    return of.ask("GET", from, "admin", {}, {{"Pawl-View", "job"}}).body;
  };
  CHECK(member(as_page(at, where), "status") == "QUEUED");
  CHECK(member(as_page(at, where), "id") == at.id);
  CHECK(member(as_page(at, "/v1/jobs"), "id") == at.id);
  CHECK(member(at.look(), "id") == "(absent)");
  // Without the page, nobody sees more than the API's own view has.
  using without = http::api<http::read_only, http::submit>;
  desk<process, without> bare({.view = http::views::document});
  const auto made = bare.post("/v1/jobs/document.process", R"({"input":{"reference":"a.pdf"}})");
  CHECK(member(as_page(bare, member(made.body, "statusUrl")), "id") == "(absent)");
}

TEST_CASE("a video's job has the fields of its specification, also those of a failure",
          "[http][VID-12]") {
  shown<runtime_test::instruct> at(http::views::video,
                                   R"({"input":{"video_uri":"v"},"correlationId":"c1"})");
  CHECK(names(at.look()) == list{"job_id", "status", "progress", "created_at", "updated_at",
                                 "correlation_id", "artifacts"});
  CHECK(member(at.look(), "status") == "CREATED");
  CHECK(member(at.look(), "correlation_id") == "c1");
  const auto told =
      at.post("/v1/internal/jobs/" + at.id + "/status",
              R"({"event_id":"e1","status":"FAILED",)"
              R"("occurred_at":"2026-11-17T03:00:00Z","failure_code":"policy_violation",)"
              R"("failure_message":"the upload broke","failed_stage":"UPLOADING",)"
              R"("correlation_id":"c1"})");
  CHECK(told.status == 204);
  CHECK(member(at.look(), "status") == "FAILED");
  CHECK(member(at.look(), "failure_message") == "the upload broke");
  CHECK(member(at.look(), "failed_stage") == "UPLOADING");
  CHECK(member(at.look(), "failure_code").ends_with("POLICY_VIOLATION"));
  // One that was given nothing to be found by is found by its id.
  const std::string plain = to_string(at.bench.submit(video_jobs::video_input{"v"}).id);
  CHECK(member(at.get("/v1/jobs/" + plain).body, "correlation_id") == plain);
}

TEST_CASE("a deeper queue than its watermark sheds with 503 and says when to come again",
          "[http][DECK-27]") {
  desk<convert> at;
  at.api.core().sessions().high_watermark = 2;
  const auto ask = [&](const std::string& document) {
    return at.post("/v1/jobs/deck.convert",
                   R"({"input":{"document":")" + document + R"(","source_uri":"s"}})");
  };
  *at.bench.handler.act = [](convert::context&, const deck_jobs::convert_input&) {
    return convert::outcome<deck_jobs::convert_output>(deck_jobs::convert_output{"deck://1", 3});
  };
  for (int i = 0; i < 5; ++i) {
    CAPTURE(i);
    const auto answer = ask("d" + std::to_string(i));
    if (i < 2) {
      CHECK(answer.status == 202);
      continue;
    }
    CHECK(answer.status == 503);
    CHECK(member(answer.body, "code") == "QUEUE_OVERLOADED");
    REQUIRE(answer.find("Retry-After"));
    CHECK(std::stoi(*answer.find("Retry-After")) >= 1);
  }
  // What was refused is not there; and when the queue is shorter, there is room again.
  CHECK(at.get("/v1/jobs").body.find("\"d2\"") == std::string::npos);
  at.bench.engine->run_until_idle();
  CHECK(ask("d2").status == 202);
}

TEST_CASE("the description has the job, its events, its errors, its retries and the cancellation",
          "[http][DECK-33][SVC-31]") {
  desk<convert> at;
  const std::string described = at.get("/openapi.json", "").body;
  for (
      const char* part :
      {R"("openapi":"3.1.0")", R"("version":"1.)", R"("Job":{"type":"object")",
       R"("JobEvent":{"type":"object")", R"("/v1/jobs/{id}/cancel":{"post")",
       R"("Status_deck_convert":{"type":"string","enum":["pending","running","succeeded","failed")",
       R"("CONVERT_UNSUPPORTED_FORMAT")", R"("QUEUE_OVERLOADED")",
       R"("x-retry":{"deck.convert":{"maxAttempts":3,"firstDelayMs":2000,"longestDelayMs":30000)"}) {
    CAPTURE(part);
    CHECK(described.find(part) != std::string::npos);
  }
  // Whatever has a path has the major version in it, but for what every server has.
  for (const http::route& each : http::all_routes())
    if (each.needs && each.pattern != pawl::text("/metrics"))
      CHECK(std::string_view(each.pattern).starts_with("/v1/"));
}

TEST_CASE("the registry lists its handlers over REST", "[http][SVC-32]") {
  desk<report> at;
  const std::string types = at.get("/v1/handlers").body;
  CHECK(member(types, "handlerId") == "acme.report.v1");
  CHECK(member(types, "restartable") == "true");
  CHECK(member(types, "timeoutMs") == "300000");
  CHECK(member(types, "maxRetries") == "2");
}

TEST_CASE("an operator lists the dead letters over REST, reads their errors and submits them again",
          "[http][SVC-33]") {
  desk<report> at;
  *at.bench.handler.act = [](report::context&, const service_jobs::report_input&) {
    return report::outcome<service_jobs::report_output>(
        report::fail<service_jobs::bad_input>("no such customer", "row 7"));
  };
  const auto made = at.post("/v1/jobs/acme.report.v1", R"({"input":{"customer":"c","year":2026}})");
  REQUIRE(made.status == 202);
  const std::string id = member(made.body, "jobId");
  at.bench.live_on();
  REQUIRE(member(at.get("/v1/jobs/" + id).body, "status") == "dead_lettered");

  const std::string letters = at.get("/v1/dlq").body;
  CHECK(member(letters, "id") == id);
  CHECK(member(letters, "message") == "no such customer");
  CHECK(member(letters, "detail") == "row 7");
  CHECK(at.get("/v1/dlq/" + id).body.find(R"("payload":{"customer":"c","year":2026})") !=
        std::string::npos);
  *at.bench.handler.act = [](report::context&, const service_jobs::report_input&) {
    return report::outcome<service_jobs::report_output>(service_jobs::report_output{"u"});
  };
  const auto again = at.post("/v1/dlq/" + id + "/replay");
  CHECK(again.status == 202);
  CHECK(member(again.body, "parentJobId") == id);
  at.bench.engine->run_until_idle();
  CHECK(member(at.get(member(again.body, "statusUrl")).body, "status") == "succeeded");
  CHECK(member(at.get("/v1/jobs/" + id).body, "status") == "dead_lettered");
}

TEST_CASE("the status is right in every state, asked natively and over REST", "[http][SVC-37]") {
  desk<report> at;
  std::set<std::string> seen;
  const auto look = [&](const std::string& id, const std::string& expected) {
    CAPTURE(expected);
    const auto native = at.bench.me.status(*pawl::parse_job_id(id));
    REQUIRE(native);
    CHECK(std::string_view(native->state) == expected);
    const auto rest = at.get("/v1/jobs/" + id);
    CHECK(rest.status == 200);
    CHECK(member(rest.body, "status") == expected);
    CHECK(at.get("/v1/jobs?status=" + expected).body.find(id) != std::string::npos);
    seen.insert(expected);
  };
  const auto submit = [&] {
    const auto made =
        at.post("/v1/jobs/acme.report.v1", R"({"input":{"customer":"c","year":2026}})");
    REQUIRE(made.status == 202);
    return member(made.body, "jobId");
  };
  using outcome = report::outcome<service_jobs::report_output>;

  const std::string good = submit();
  look(good, "pending");
  *at.bench.handler.act = [&](report::context&, const service_jobs::report_input&) {
    look(good, "running");
    return outcome(service_jobs::report_output{"u"});
  };
  at.bench.engine->run_until_idle();
  look(good, "succeeded");

  const std::string bad = submit();
  *at.bench.handler.act = [](report::context&, const service_jobs::report_input&) {
    return outcome(report::fail<pawl::error::network_timeout>("no answer"));
  };
  at.bench.engine->run_until_idle();
  look(bad, "failed");
  at.bench.live_on();
  look(bad, "dead_lettered");

  const std::string unwanted = submit();
  CHECK(at.post("/v1/jobs/" + unwanted + "/cancel").status == 200);
  look(unwanted, "canceled");

  std::set<std::string> all;
  for (const pawl::state_info& each : pawl::type_of<report>.states)
    all.emplace(std::string_view(each.name));
  CHECK(seen == all);
}
