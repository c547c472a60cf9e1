// SPDX-License-Identifier: BSL-1.0
// What a workflow elsewhere reports about a job, who may raise what, and what comes of it.
#include <map>
#include <regex>

#include "desk.hpp"

namespace {

using namespace http_test;

/// A pipeline of which workers here transcribe and generate; all else is done elsewhere.
struct instruct : video_jobs::instruct_job {
  using input = video_jobs::video_input;
  using state = pawl::lifecycles::video::state;
  using remote =
      pawl::remote_states<state::AUDIO_EXTRACTING, state::REGENERATING, state::EXPORTING>;
  outcome<void> run(pawl::at<state::TRANSCRIBING>, context&, input) const { return {}; }
  outcome<void> run(pawl::at<state::GENERATING>, context&, input) const { return {}; }
};

template <class Place = runtime_test::on_memory>
struct pipeline_on : desk<instruct, everything, Place> {
  explicit pipeline_on(http::api_options options = {})
      : desk<instruct, everything, Place>(std::move(options)) {}

  std::string id = to_string(this->bench.submit(video_jobs::video_input{"s3://v.mp4"}).id);

  http::response report(const std::string& members, std::vector<http::header> headers = {},
                        const std::string& token = "workflow") {
    return this->ask("POST", "/v1/internal/jobs/" + id + "/status", token,
                     R"({"occurred_at":"2026-11-17T03:00:00Z",)" + members + "}",
                     std::move(headers));
  }
  http::response raise(const std::string& event, const std::string& token = "admin") {
    return this->ask("POST", "/v1/jobs/" + id + "/raise", token, R"({"event":")" + event + "\"}");
  }
  std::string job() { return this->get("/v1/jobs/" + id).body; }
  std::string state() { return member(job(), "status"); }
  std::string history(const std::string& token = "admin") {
    return this->get("/v1/jobs/" + id + "/history", token).body;
  }

  void extracting() {
    REQUIRE(raise("confirm_upload").status == 202);
    REQUIRE(report(R"("event_id":"run","status":"AUDIO_EXTRACTING")").status == 204);
  }
  void editing() {
    extracting();
    REQUIRE(report(R"("event_id":"x1","status":"AUDIO_READY")").status == 204);
    this->bench.engine->run_until_idle();
    REQUIRE(raise("edit").status == 202);
  }
};
using pipeline = pipeline_on<>;

/// The four members of a failure, but for one.
std::string failure(const std::string& code, const std::string& without = {}) {
  std::string out;
  for (const auto& [name, value] :
       std::map<std::string, std::string>{{"failure_code", code},
                                          {"failure_message", "the provider said no"},
                                          {"failed_stage", "AUDIO_EXTRACTING"},
                                          {"correlation_id", "c-17"}})
    if (name != without) out += ",\"" + name + "\":\"" + value + '"';
  return out;
}

}  // namespace

TEMPLATE_TEST_CASE("a report is taken once; repeated it says so, and changed it is a conflict",
                   "[http][VID-05][VID-06][VID-15]", PAWL_RUNTIME_STORES) {
  pipeline_on<TestType> at;
  at.extracting();
  const std::string made =
      R"("event_id":"e1","status":"AUDIO_READY","artifact_updates":{"audio_uri":"s3://a.wav",)"
      R"("metrics":{"duration":12, "tokens":[1,2]}})";
  const auto first = at.report(made);
  CHECK(first.status == 204);
  CHECK(first.body.empty());
  CHECK(at.state() == "AUDIO_READY");
  const std::string stored = at.job();
  CHECK(stored.find(R"({"name":"audio_uri","version":1,"value":"s3://a.wav"})") != stored.npos);
  CHECK(stored.find(R"("value":"{\"duration\":12, \"tokens\":[1,2]}")") != stored.npos);

  const auto again = at.report(made);
  CHECK(again.status == 200);
  CHECK(member(again.body, "replayed") == "true");
  CHECK(member(again.body, "eventId") == "e1");
  CHECK(member(again.body, "jobId") == at.id);
  CHECK(member(again.body, "status") == "AUDIO_READY");
  CHECK(at.job() == stored);

  for (const char* changed :
       {R"("event_id":"e1","status":"CANCELLED")", R"("event_id":"e1","status":"AUDIO_READY")"}) {
    const auto other = at.report(changed);
    CHECK(other.status == 409);
    CHECK(member(other.body, "code") == "EVENT_CONFLICT");
  }
  const auto later = at.ask("POST", "/v1/internal/jobs/" + at.id + "/status", "workflow",
                            R"({"occurred_at":"2026-11-17T03:00:01Z",)" + made + "}");
  CHECK(later.status == 409);
  CHECK(at.job() == stored);
}

TEST_CASE("a report that is refused leaves none of its artifacts behind", "[http][VID-15]") {
  pipeline at;
  at.extracting();
  const auto refused =
      at.report(R"("event_id":"e1","status":"DONE","artifact_updates":{"export_uri":"s3://e"})");
  CHECK(refused.status == 409);
  CHECK(at.job().find("s3://e") == std::string::npos);
  CHECK(at.report(R"("event_id":"e1","status":"AUDIO_READY")").status == 204);
}

TEST_CASE("a report says which event it is and when it was, in its body or in a header",
          "[http][VID-05]") {
  pipeline at;
  at.extracting();
  const auto nameless = at.report(R"("status":"AUDIO_READY")");
  CHECK(nameless.status == 400);
  CHECK(member(nameless.body, "pointer") == "/event_id");
  const auto timeless = at.ask("POST", "/v1/internal/jobs/" + at.id + "/status", "workflow",
                               R"({"event_id":"a","status":"AUDIO_READY"})");
  CHECK(timeless.status == 400);
  CHECK(member(timeless.body, "pointer") == "/occurred_at");
  CHECK(at.report(R"("event_id":"a","status":"AUDIO_READY")", {{"X-Event-Id", "b"}}).status == 400);
  CHECK(at.report(R"("event_id":"c","status":"AUDIO_READY","state":"DONE")").status == 400);
  const std::string other = "018f0000-0000-7000-8000-000000000000";
  CHECK(at.report(R"("event_id":"c","status":"AUDIO_READY","job_id":")" + other + "\"").status ==
        400);
  CHECK(at.report(R"("event_id":"d","status":"NOWHERE")").status == 409);
  CHECK(at.report(R"("event_id":"e","status":"DONE")").status == 409);
  CHECK(at.state() == "AUDIO_EXTRACTING");
  CHECK(at.report(R"("status":"AUDIO_READY","job_id":")" + at.id + "\"", {{"X-Event-Id", "b"}})
            .status == 204);
  const std::string told = at.history();
  CHECK(told.find(R"("metadata":{"event_id":"b","occurred_at":"2026-11-17T03:00:00.000Z"})") !=
        told.npos);
}

TEST_CASE("what came with an event from outside is in its JobEvent, and streamed",
          "[http][DECK-19]") {
  pipeline at;
  at.extracting();
  REQUIRE(at.report(R"("event_id":"e1","status":"AUDIO_READY")").status == 204);
  const auto stream = at.get("/v1/jobs/" + at.id + "/events");
  REQUIRE(stream.stream);
  std::string told;
  stream.stream->read(told);
  static const std::regex event(
      R"(data: \{"id":"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}","jobId":"[0-9a-f-]{36}",)"
      R"([^\n]*"timestamp":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")");
  std::size_t events = 0;
  std::size_t matched = 0;
  for (std::size_t from = told.find("data: "); from != told.npos;
       from = told.find("data: ", from + 1)) {
    const std::string line = told.substr(from, told.find('\n', from) - from);
    ++events;
    matched += std::regex_search(line, event) ? 1 : 0;
    for (const char* member_name : {"stage", "progress", "attempt"})
      CHECK(member(line, member_name) != "(absent)");
  }
  CHECK(events >= 3);
  CHECK(matched == events);
  const std::size_t last = told.rfind("data: ");
  CHECK(told.find(R"("metadata":{"event_id":"e1","occurred_at":"2026-11-17T03:00:00.000Z"})",
                  last) != told.npos);
}

TEST_CASE("a failure that is reported says what, where and in which context; else nothing changes",
          "[http][VID-12][VID-22]") {
  pipeline at;
  at.extracting();
  const std::string before = at.history();
  for (const char* missing : {"failure_code", "failure_message", "failed_stage", "correlation_id"})
    for (const char* status : {"FAILED", "AUDIO_EXTRACTING"}) {
      CAPTURE(missing, status);
      const auto refused = at.report(R"("event_id":"e2","status":")" + std::string(status) + '"' +
                                     failure("unsupported_codec", missing));
      CHECK(refused.status == 422);
      CHECK(member(refused.body, "code") == "INVALID");
    }
  CHECK(at.report(R"("event_id":"e2","status":"FAILED")").status == 422);
  CHECK(at.history() == before);

  CHECK(at.report(R"("event_id":"e2","status":"FAILED")" + failure("unsupported_codec")).status ==
        204);
  const std::string shown = at.job();
  CHECK(member(shown, "status") == "FAILED");
  CHECK(member(shown, "class") == "unsupported_codec");
  CHECK(member(shown, "message") == "the provider said no");
  CHECK(shown.find(R"("stage":"AUDIO_EXTRACTING"})") != shown.npos);
  CHECK(at.history().find(R"("correlation_id":"c-17"})") != std::string::npos);
}

TEST_CASE("whether a reported failure is retried is said by its class, not by who reports it",
          "[http][VID-11][VID-23]") {
  pipeline at;
  at.extracting();
  const auto fails = [&](const std::string& event, const std::string& code,
                         const std::string& status = "FAILED") {
    return at.report(R"("event_id":")" + event + R"(","status":")" + status + '"' + failure(code));
  };
  const auto unknown = fails("f0", "no_such_class");
  CHECK(unknown.status == 422);
  CHECK(member(unknown.body, "detail").find("no_such_class") != std::string::npos);
  CHECK(member(at.job(), "attempts") == "0");

  CHECK(fails("f1", "rate_limited").status == 204);
  CHECK(at.state() == "AUDIO_EXTRACTING");
  CHECK(at.history().find(R"("error":"rate_limited")") != std::string::npos);
  CHECK(fails("f2", "rate_limited", "AUDIO_EXTRACTING").status == 204);
  CHECK(at.state() == "AUDIO_EXTRACTING");
  CHECK(fails("f3", "rate_limited", "AUDIO_EXTRACTING").status == 204);
  CHECK(at.state() == "FAILED");  // the budget is spent

  pipeline other;
  other.extracting();
  CHECK(other.report(R"("event_id":"g1","status":"AUDIO_EXTRACTING")" + failure("policy_violation"))
            .status == 204);
  CHECK(other.state() == "FAILED");
}

TEMPLATE_TEST_CASE("who may not trigger a transition is refused and hears who may",
                   "[http][VID-19]", PAWL_RUNTIME_STORES) {
  pipeline_on<TestType> at;
  const auto refused = [&](const http::response& answer, const std::string& who) {
    CHECK(answer.status == 403);
    CHECK(member(answer.body, "code") == "WRONG_TRIGGER");
    CHECK(member(answer.body, "detail").find("is raised by " + who) != std::string::npos);
  };
  const std::string before = at.history();
  refused(at.report(R"("event_id":"e1","status":"UPLOADED")"), "api, not by workflow");
  refused(at.report(R"("event_id":"e1","status":"UPLOADED")", {}, "admin"), "api, not by workflow");
  refused(at.raise("confirm_upload", "editor"), "api, not by user");
  refused(at.post("/v1/jobs/" + at.id + "/cancel", {}, "editor"), "api, not by user");
  CHECK(at.history() == before);
  CHECK(at.raise("confirm_upload", "workflow").status == 403);  // it has no such permission
  CHECK(at.state() == "CREATED");

  at.editing();
  refused(at.report(R"("event_id":"e2","status":"EXPORTING")"), "api, user, not by workflow");
  CHECK(at.raise("publish", "editor").status == 202);
  refused(at.report(R"("event_id":"e3","status":"CANCELLED")"), "api, not by workflow");
  CHECK(at.report(R"("event_id":"e4","status":"DONE")").status == 204);
}

TEST_CASE("a second regeneration is refused with the task that is active", "[http][VID-14]") {
  pipeline at;
  at.editing();
  const auto without = at.report(R"("event_id":"r0","status":"DONE")");
  CHECK(without.status == 409);
  CHECK(member(without.body, "taskId") == "(absent)");

  REQUIRE(at.raise("regenerate", "editor").status == 202);
  const std::string history = at.history();
  const std::size_t began = history.rfind(R"("event":"regenerate")");
  REQUIRE(began != history.npos);
  const std::string task = member(history.substr(history.rfind(R"({"id":)", began)), "id");

  const auto second = at.raise("regenerate", "editor");
  CHECK(second.status == 409);
  CHECK(member(second.body, "code") == "FORBIDDEN_TRANSITION");
  CHECK(member(second.body, "taskId") == task);
  CHECK(at.state() == "REGENERATING");
  CHECK(at.report(R"("event_id":"r1","status":"EDITING")").status == 204);
  CHECK(at.raise("regenerate").status == 202);
  CHECK(member(at.raise("regenerate").body, "taskId") != task);
}

TEST_CASE("an event says in what part it was triggered, and by whom to those who may know",
          "[http][VID-19][DECK-19]") {
  pipeline at;
  REQUIRE(at.raise("confirm_upload").status == 202);
  REQUIRE(at.report(R"("event_id":"run","status":"AUDIO_EXTRACTING")").status == 204);
  REQUIRE(at.report(R"("event_id":"e1","status":"AUDIO_READY")").status == 204);
  at.bench.engine->run_until_idle();
  const auto actors = [&](const std::string& token) {
    std::string out;
    const std::string told = at.history(token);
    for (std::size_t from = told.find(R"("actor":)"); from != told.npos;
         from = told.find(R"("actor":)", from + 1))
      out += told.substr(from + 8, told.find('}', from) - from - 7);
    return out;
  };
  std::string engine;
  for (int i = 0; i < 4; ++i) engine += R"({"trigger":"system"})";
  CHECK(actors("admin") == R"({"trigger":"api","user":"ann"}{"trigger":"workflow","user":"n8n"})"
                           R"({"trigger":"workflow","user":"n8n"})" +
                               engine);
  CHECK(actors("reader") == R"({"trigger":"api","user":"ann"}{"trigger":"workflow"})"
                            R"({"trigger":"workflow"})" +
                                engine);
  CHECK(actors("editor") ==
        R"({"trigger":"api"}{"trigger":"workflow"}{"trigger":"workflow"})" + engine);

  const auto stream = at.get("/v1/jobs/" + at.id + "/events", "editor");
  REQUIRE(stream.stream);
  std::string told;
  stream.stream->read(told);
  CHECK(told.find(R"("actor":{"trigger":"api"})") != told.npos);
  CHECK(told.find("n8n") == told.npos);
}

TEST_CASE("the job types and the API's description say who may trigger a transition",
          "[http][VID-19]") {
  pipeline at;
  const std::string row =
      R"({"from":"UPLOADED","event":"run","to":"AUDIO_EXTRACTING","byCaller":true,)"
      R"("by":["api","workflow"]})";
  for (const char* where : {"/v1/handlers", "/openapi.json"}) {
    const std::string body = at.get(where).body;
    CHECK(body.find(row) != body.npos);
    CHECK(body.find(R"("by":["system"])") != body.npos);
  }
  const std::string described = at.get("/openapi.json").body;
  CHECK(described.find(R"("x-transitions":{"video.instruct":[)") != described.npos);
  CHECK(described.find("WRONG_TRIGGER") != described.npos);
}

TEST_CASE("a job goes on by `run` from a checkpoint only", "[http][VID-09]") {
  pipeline at;
  CHECK(at.post("/v1/jobs/" + at.id + "/run").status == 409);
  REQUIRE(at.raise("confirm_upload").status == 202);
  CHECK(at.post("/v1/jobs/" + at.id + "/run").status == 202);
  CHECK(at.state() == "AUDIO_EXTRACTING");
  CHECK(at.post("/v1/jobs/" + at.id + "/run").status == 409);
}

namespace {

/// Guards where its jobs are uploaded and where they end.
struct guarded : instruct {
  std::shared_ptr<std::string> why_not = std::make_shared<std::string>("not yet");
  pawl::admission may_enter(pawl::at<state::UPLOADED>, const pawl::arrival&, const input&) const {
    return answer();
  }
  pawl::admission may_enter(pawl::at<state::DONE>, const pawl::arrival& how, const input&) const {
    return how.job.newest_artifact("export_uri") == nullptr ? "no export" : answer();
  }
  pawl::admission may_enter(pawl::at<state::TRANSCRIBING>, const pawl::arrival&,
                            const input&) const {
    return answer();
  }

 private:
  [[nodiscard]] pawl::admission answer() const {
    return why_not->empty() ? pawl::admission{} : pawl::admission{*why_not};
  }
};

}  // namespace

TEMPLATE_TEST_CASE("a state that a handler guards is reached by no way around it",
                   "[http][VID-20][VID-25]", PAWL_RUNTIME_STORES) {
  desk<guarded, everything, TestType> at;
  std::string& why_not = *at.bench.handler.why_not;
  const std::string id = to_string(at.bench.submit(video_jobs::video_input{"s3://v.mp4"}).id);
  const auto job = [&] { return at.get("/v1/jobs/" + id).body; };
  const auto refused = [&](const http::response& answer, const std::string& because) {
    CHECK(answer.status == 422);
    CHECK(member(answer.body, "code") == "NOT_ADMITTED");
    CHECK(member(answer.body, "detail") == because);
  };
  const auto report = [&](const std::string& status, const std::string& more = {}) {
    return at.ask("POST", "/v1/internal/jobs/" + id + "/status", "workflow",
                  R"({"occurred_at":"2026-11-17T03:00:00Z","event_id":"e-)" + status +
                      R"(","status":")" + status + '"' + more + "}");
  };
  const auto raise = [&](const std::string& event) {
    return at.post("/v1/jobs/" + id + "/raise", R"({"event":")" + event + "\"}");
  };
  std::string before = job();
  refused(raise("confirm_upload"), "not yet");
  CHECK(job() == before);
  why_not.clear();
  REQUIRE(raise("confirm_upload").status == 202);
  REQUIRE(report("AUDIO_EXTRACTING").status == 204);
  REQUIRE(report("AUDIO_READY").status == 204);
  why_not = "later";
  before = job();
  refused(at.post("/v1/jobs/" + id + "/run"), "later");
  CHECK(job() == before);
  // A worker that goes on by itself is no event from outside.
  at.bench.engine->run_until_idle();
  REQUIRE(raise("edit").status == 202);
  REQUIRE(raise("publish").status == 202);
  before = job();
  refused(report("DONE"), "no export");
  refused(report("DONE", R"(,"artifact_updates":{"export_uri":"s3://e"})"), "later");
  CHECK(job() == before);
  why_not.clear();
  CHECK(report("DONE", R"(,"artifact_updates":{"export_uri":"s3://e"})").status == 204);
  CHECK(member(job(), "status") == "DONE");
}

TEST_CASE("a report about a job that has ended is ignored, and logged as a warning",
          "[http][DECK-25]") {
  std::vector<pawl::observe::log_entry> log;
  pipeline at({.log = [&](const pawl::observe::log_entry& each) { log.push_back(each); }});
  at.extracting();
  REQUIRE(at.report(R"("event_id":"f","status":"FAILED")" + failure("unsupported_codec")).status ==
          204);
  REQUIRE(at.state() == "FAILED");
  const std::string before = at.history();
  log.clear();
  // The same report again is known; another, of whatever end, is not taken.
  CHECK(at.report(R"("event_id":"f","status":"FAILED")" + failure("unsupported_codec")).status ==
        200);
  CHECK(log.empty());
  CHECK(at.report(R"("event_id":"g","status":"AUDIO_READY")").status == 409);
  CHECK(at.report(R"("event_id":"h","status":"FAILED")" + failure("unsupported_codec")).status ==
        409);
  CHECK(at.history() == before);
  REQUIRE(log.size() == 2);
  for (const pawl::observe::log_entry& each : log) {
    CHECK(each.level == pawl::observe::log_level::warning);
    CHECK(each.event.name() == "duplicate_completion");
    CHECK(to_string(each.job) == at.id);
    CHECK(each.tenant == "acme");
  }
}
